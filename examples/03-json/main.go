// JSON in both directions, without describing anything.
//
//	go run ./examples/03-json
//	curl localhost:8080/notes -d '{"text":"buy milk"}' -H 'Content-Type: application/json'
//	curl localhost:8080/notes
package main

import (
	"context"
	"fmt"
	"log"
	"slices"
	"sync"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/route"
	"github.com/weft-go/weft/server"
	"github.com/weft-go/weft/status"
)

// Note is what goes over the wire. The json tags are those of encoding/json.
type Note struct {
	ID   int      `json:"id"`
	Text string   `json:"text"`
	Tags []string `json:"tags,omitempty"`
}

// A Notebook keeps notes in memory.
type Notebook struct {
	mu    sync.Mutex
	notes []Note
}

func (n *Notebook) add(req *weft.Request) (weft.Response, error) {
	note, err := req.Body().To[Note]()
	if err != nil {
		return weft.Response{}, err // 400, with the place in the body
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	note.ID = len(n.notes) + 1
	n.notes = append(n.notes, note)
	location := fmt.Sprintf("/notes/%d", note.ID)
	return weft.JSON(note).WithStatus(status.Created).WithHeader("Location", location), nil
}

func (n *Notebook) list(*weft.Request) (weft.Response, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return weft.JSON(slices.Clone(n.notes)), nil
}

func (n *Notebook) get(req *weft.Request) (weft.Response, error) {
	id, err := req.ParamAs[int]("id")
	if err != nil {
		return weft.Response{}, err
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if id < 1 || id > len(n.notes) {
		return weft.NotFound(fmt.Sprintf("there is no note %d", id)), nil
	}
	return weft.JSON(n.notes[id-1]), nil
}

func routes() weft.Routes {
	n := &Notebook{notes: []Note{}}
	return weft.NewRoutes(
		route.POST("/notes").Handle(n.add),
		route.GET("/notes").Handle(n.list),
		route.GET("/notes/{id:int}").Handle(n.get),
	)
}

func main() {
	if err := server.Default().Serve(context.Background(), routes()); err != nil {
		log.Fatal(err)
	}
}
