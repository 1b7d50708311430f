package wefttest

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/weft-go/weft"
)

// blockingRules say that a handler which waits holds nobody else up.
func blockingRules() []rule {
	return []rule{
		{"SleepersBesideFastRequests", sleepers},
		{"ManyConnections", manyConnections},
		{"HandlerWaitsForAnother", handlersMeet},
	}
}

// sleepers: 32 handlers wait while others answer.
func sleepers(t *trial) {
	const n = 32
	began, release := make(chan struct{}, n), make(chan struct{})
	addr := t.serve(handle(func(req *weft.Request) (weft.Response, error) {
		if req.Path() == "/sleep" {
			began <- struct{}{}
			<-release
			return weft.Text("awake"), nil
		}
		return weft.Text("fast"), nil
	}))
	var asleep []*Conn
	for range n {
		c := Dial(t.T, addr)
		c.Send(get("/sleep"))
		asleep = append(asleep, c)
	}
	for range n {
		wait(t, defaultTimeout, began, "a handler that sleeps")
	}
	c := Dial(t.T, addr).WithTimeout(5 * time.Second)
	for range 500 {
		c.Send(get("/"))
		expect(c, 200, "fast")
	}
	for range 20 {
		fresh := Dial(t.T, addr)
		fresh.Send(get("/"))
		expect(fresh, 200, "fast")
	}
	close(release)
	for _, c := range asleep {
		expect(c, 200, "awake")
	}
}

func manyConnections(t *trial) {
	addr := t.serve(plainApp())
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			if err := converse(addr, i); err != nil {
				t.Errorf("connection %d: %v", i, err)
			}
		})
	}
	all.Wait()
}

// converse sends requests of several kinds over one connection.
func converse(addr string, id int) error {
	nc, err := dial(addr)
	if err != nil {
		return err
	}
	defer nc.Close()
	in := NewRawReader(nc)
	for i := range 20 {
		word := fmt.Sprintf("%d-%d", id, i)
		for _, exchange := range [][2]string{
			{get("/say/" + word), word},
			{post("/echo", letters(id*i)), letters(id * i)},
			{chunkedPost("/echo", word, 1), word},
			{get(fmt.Sprint("/pieces/", i)), piecesText(i)},
		} {
			// Each has its own time: on a busy machine all of them together may take minutes.
			if err := nc.SetDeadline(time.Now().Add(3 * defaultTimeout)); err != nil {
				return err
			}
			if _, err := io.WriteString(nc, exchange[0]); err != nil {
				return err
			}
			r, err := in.Read(weft.GET)
			if err != nil {
				return err
			}
			if r.Status != 200 || r.Body != exchange[1] {
				return fmt.Errorf("got %d with body %s, want %s", r.Status, quote(r.Body), quote(exchange[1]))
			}
		}
	}
	return nil
}

// handlersMeet: a handler may wait for what another request brings.
func handlersMeet(t *trial) {
	const n = 50
	values := make(chan int)
	addr := t.serve(handle(func(req *weft.Request) (weft.Response, error) {
		if req.Path() == "/give" {
			values <- 1
			return weft.Text("given"), nil
		}
		<-values
		return weft.Text("taken"), nil
	}))
	var takers []*Conn
	for range n {
		c := Dial(t.T, addr)
		c.Send(get("/take"))
		takers = append(takers, c)
	}
	giver := Dial(t.T, addr)
	for range n {
		giver.Send(get("/give"))
		expect(giver, 200, "given")
	}
	for _, c := range takers {
		expect(c, 200, "taken")
	}
}
