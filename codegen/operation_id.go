package codegen

import "github.com/weft-go/weft/openapi"

// operationID returns the name of an operation for programs, if no other has it.
func (g *generation) operationID(op *openapi.Operation) string {
	if g.ids[op.OperationID] {
		g.say(op.Place().Pointer+"/operationId", "another operation has the same name; it is left out")
		return ""
	}
	g.ids[op.OperationID] = op.OperationID != ""
	return op.OperationID
}
