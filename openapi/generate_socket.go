package openapi

import (
	"reflect"

	"github.com/weft-go/weft/endpoint"
	"github.com/weft-go/weft/schema"
)

// socketExtension says what goes over the connection that an operation opens. OpenAPI
// has no word for that:
//
//	x-websocket:
//	  fromClient: '#/components/schemas/Command'
//	  fromServer: '#/components/schemas/Event'
//
// Each message is one value, in JSON unless the two sides agreed on another format.
const socketExtension = "x-websocket"

// socketSchemas returns the schemas of the messages of an endpoint that opens a
// WebSocket, and none for another.
func socketSchemas(d *endpoint.Description) []*schema.Schema {
	if d.Socket == nil {
		return nil
	}
	return []*schema.Schema{messageSchema(d.Socket.In, d), messageSchema(d.Socket.Out, d)}
}

// messageSchema returns the schema of a message, which is never null.
func messageSchema(t reflect.Type, d *endpoint.Description) *schema.Schema {
	s, err := schema.For(t)
	if err != nil {
		panic("openapi: " + d.Site + ": " + err.Error())
	}
	return s.Indirect()
}

// socket describes the messages of an endpoint, or returns nil.
func (n *generation) socket(d *endpoint.Description) *Value {
	messages := socketSchemas(d)
	if messages == nil {
		return nil
	}
	return objectValue(Map[*Value]{
		{"fromClient", n.schemas.pointer(n.schemas.of(messages[0]), "ClientMessage")},
		{"fromServer", n.schemas.pointer(n.schemas.of(messages[1]), "ServerMessage")},
	})
}
