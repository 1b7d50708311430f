// Package openapi holds documents of package openapi against other people's
// readers of OpenAPI: kin-openapi and the one of Speakeasy. What we write has to be
// valid for both, in every version that they know.
package openapi
