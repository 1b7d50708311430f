// Package schema compares the package schema with an independent validator: what its
// Validate accepts, a JSON Schema validator has to accept in the encoded form under
// the document that JSONSchema wrote, and the other way round. There is nothing here
// but tests.
package schema
