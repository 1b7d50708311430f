package main

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/weft-go/weft/bench/payload"
)

const dialPatience = 10 * time.Second

// tlsClient trusts anybody; the comparison makes its own certificate.
func tlsClient(protocol string) *tls.Config {
	return &tls.Config{InsecureSkipVerify: true, NextProtos: []string{protocol}}
}

// A plain conversation asks GET / on one connection, over and over.
type plain struct {
	net.Conn
	answers *bufio.Reader
}

func openTLS(o options) ([]conversation, error) {
	var all []conversation
	for range o.connections {
		dialer := &net.Dialer{Timeout: dialPatience}
		conn, err := tls.DialWithDialer(dialer, "tcp", o.address, tlsClient("http/1.1"))
		if err != nil {
			return all, err
		}
		all = append(all, plain{conn, bufio.NewReader(conn)})
	}
	return all, nil
}

func (p plain) exchange() (int, error) {
	if _, err := io.WriteString(p, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"); err != nil {
		return 0, err
	}
	resp, err := http.ReadResponse(p.answers, nil)
	if err != nil {
		return 0, err
	}
	return 1, checkHello(resp)
}

// checkHello compares an answer to GET / and closes it.
func checkHello(resp *http.Response) error {
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK || string(body) != payload.Hello {
		return fmt.Errorf("want status 200 and %q, got %d and %.100q", payload.Hello, resp.StatusCode, body)
	}
	return nil
}

// h2Connections is over how many connections the streams are spread.
const h2Connections = 4

// A stream asks GET / over HTTP/2; several share a connection.
type stream struct {
	client *http.Client
	url    string
}

func openH2(o options) ([]conversation, error) {
	clients := make([]*http.Client, h2Connections)
	for i := range clients {
		transport := &http.Transport{TLSClientConfig: tlsClient("h2"), ForceAttemptHTTP2: true}
		clients[i] = &http.Client{Transport: transport, Timeout: dialPatience}
	}
	var all []conversation
	for i := range o.connections {
		all = append(all, stream{clients[i%len(clients)], "https://" + o.address + "/"})
	}
	return all, nil
}

func (s stream) exchange() (int, error) {
	resp, err := s.client.Get(s.url)
	if err != nil {
		return 0, err
	}
	if resp.ProtoMajor != 2 {
		resp.Body.Close()
		return 0, fmt.Errorf("want HTTP/2, got %s", resp.Proto)
	}
	return 1, checkHello(resp)
}

// Close closes the connection, which is a fault for nobody if it was closed before.
func (s stream) Close() error {
	s.client.CloseIdleConnections()
	return nil
}
