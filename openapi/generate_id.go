package openapi

import (
	"fmt"
	"strings"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/endpoint"
)

// givenIDs returns the IDs of endpoints, so that none that is made up is the same.
func givenIDs(endpoints []endpoint.Described) map[string]bool {
	ids := map[string]bool{}
	for _, e := range endpoints {
		d := e.Describe()
		if d.ID == "" {
			continue
		}
		for _, method := range methodsOf(d) {
			ids[givenID(d, method)] = true
		}
	}
	return ids
}

// methodsOf returns the methods of an endpoint that have an operation.
func methodsOf(d *endpoint.Description) []string {
	if d.Method != weft.ANY {
		return []string{string(d.Method)}
	}
	var all []string
	for _, m := range methods()[:8] {
		all = append(all, strings.ToUpper(m))
	}
	return all
}

// givenID returns the operationId of an endpoint with an ID. One for any method has
// several operations, so its ID is completed by the method.
func givenID(d *endpoint.Description, method string) string {
	if d.Method == weft.ANY {
		return d.ID + words(strings.ToLower(method))
	}
	return d.ID
}

// idOf returns the operationId of an endpoint for a method: the ID that it was given, or
// one made of method and path.
func (n *generation) idOf(d *endpoint.Description, method, path string) string {
	if d.ID != "" {
		return givenID(d, method)
	}
	return n.operationID(method, path)
}

// checkIDs makes sure that no two operations have the same name.
func checkIDs(drafts []*draft) {
	known := map[string]*draft{}
	for _, d := range drafts {
		if other := known[d.id]; other != nil {
			panic(fmt.Sprintf("openapi: %s: %s %s has the ID %q, which is that of %s %s (%s) too", d.site, d.method, d.path, d.id, other.method, other.path, other.site))
		}
		known[d.id] = d
	}
}
