package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// An audience is a publisher and its subscribers. One exchange is a POST and lasts until
// every subscriber has the event.
type audience struct {
	stream      string // the path of the subscriptions
	publish     string // the path that makes an event
	publisher   net.Conn
	answers     *bufio.Reader
	subscribers []net.Conn
	arrived     chan error // one value for each event on each subscription
}

func openEvents(o options) ([]conversation, error) { return openAudience(o, "/events", "/publish") }

func openPages(o options) ([]conversation, error) { return openAudience(o, "/page", "/change") }

func openAudience(o options, stream, publish string) ([]conversation, error) {
	a := &audience{stream: stream, publish: publish, arrived: make(chan error, o.connections)}
	all := []conversation{a}
	conn, err := net.DialTimeout("tcp", o.address, dialPatience)
	if err != nil {
		return nil, err
	}
	a.publisher, a.answers = conn, bufio.NewReader(conn)
	for range o.connections {
		if err := a.subscribe(o.address); err != nil {
			return all, err
		}
	}
	return all, nil
}

// subscribe opens a stream of events and waits for its head, so that no event is missed.
func (a *audience) subscribe(address string) error {
	conn, err := net.DialTimeout("tcp", address, dialPatience)
	if err != nil {
		return err
	}
	a.subscribers = append(a.subscribers, conn)
	if _, err := io.WriteString(conn, "GET "+a.stream+" HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"); err != nil {
		return err
	}
	conn.SetReadDeadline(time.Now().Add(dialPatience))
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s: want status 200, got %d", a.stream, resp.StatusCode)
	}
	conn.SetReadDeadline(time.Time{})
	go a.listen(resp.Body)
	return nil
}

// listen reports each blank line that follows data.
func (a *audience) listen(events io.Reader) {
	lines := bufio.NewScanner(events)
	data := false
	for lines.Scan() {
		switch line := lines.Text(); {
		case line == "" && data:
			a.arrived <- nil
			data = false
		case len(line) > 5 && line[:5] == "data:":
			data = true
		}
	}
	a.arrived <- errors.Join(io.ErrUnexpectedEOF, lines.Err())
}

func (a *audience) exchange() (int, error) {
	a.publisher.SetDeadline(time.Now().Add(dialPatience))
	if _, err := io.WriteString(a.publisher, "POST "+a.publish+" HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"); err != nil {
		return 0, err
	}
	resp, err := http.ReadResponse(a.answers, nil)
	if err != nil {
		return 0, err
	}
	io.Copy(io.Discard, resp.Body)
	late := time.After(dialPatience)
	for i := range a.subscribers {
		select {
		case err := <-a.arrived:
			if err != nil {
				return 0, err
			}
		case <-late:
			return 0, fmt.Errorf("%d of %d subscribers have the event after %s", i, len(a.subscribers), dialPatience)
		}
	}
	return len(a.subscribers), nil
}

// Close ends all subscriptions.
func (a *audience) Close() error {
	for _, conn := range a.subscribers {
		conn.Close()
	}
	return a.publisher.Close()
}
