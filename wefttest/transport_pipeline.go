package wefttest

import (
	"fmt"
	"strings"
	"sync"

	"github.com/weft-go/weft"
)

// pipelineRules say that requests may follow each other without waiting for
// answers, and that the answers come in their order (RFC 9112, section 9.3.2).
func pipelineRules() []rule {
	return []rule{
		{"KeepsTheOrder", pipelineOrder},
		{"ThousandInOneWrite", pipelineThousand},
		{"MixedWithBodiesAndHead", pipelineMixed},
		{"PartialLastRequest", pipelinePartial},
		{"LargeAnswers", pipelineLargeAnswers},
		{"ReadsWhileAnswering", pipelineReadsWhileAnswering},
		{"EverySplitOfARequest", everySplit},
		{"ByteByByte", byteByByte},
	}
}

func pipelineOrder(t *trial) {
	c := t.connect(plainApp())
	c.Send(get("/say/one") + get("/pieces/3") + get("/missing") + get("/known/20") + get("/say/five"))
	expect(c, 200, "one")
	expect(c, 200, piecesText(3))
	expectStatus(c, 404)
	expect(c, 200, letters(20))
	expect(c, 200, "five")
}

func pipelineThousand(t *trial) {
	c := t.connect(plainApp())
	var all strings.Builder
	for i := range 1000 {
		all.WriteString(get(fmt.Sprint("/say/", i)))
	}
	c.Send(all.String())
	for i := range 1000 {
		expect(c, 200, fmt.Sprint(i))
	}
}

func pipelineMixed(t *trial) {
	c := t.connect(plainApp())
	var all strings.Builder
	for i := range 50 {
		all.WriteString(post("/echo", letters(i*97)))
		all.WriteString(message("HEAD", fmt.Sprint("/bytes/", i), ""))
		all.WriteString(chunkedPost("/echo", letters(i*31), 7))
		all.WriteString(get(fmt.Sprint("/bytes/", i*53)))
	}
	c.Send(all.String())
	for i := range 50 {
		expect(c, 200, letters(i*97))
		r := c.Read(weft.HEAD)
		expectHeader(c, r, "Content-Length", fmt.Sprint(i))
		expect(c, 200, letters(i*31))
		expect(c, 200, letters(i*53))
	}
}

// pipelinePartial: whole requests are answered although the last one is not.
func pipelinePartial(t *trial) {
	c := t.connect(plainApp())
	last := post("/echo", "the last one")
	for _, at := range []int{1, 20, strings.Index(last, "\r\n\r\n") + 3, len(last) - 1} {
		c.Send(get("/say/one") + get("/say/two") + last[:at])
		expect(c, 200, "one")
		expect(c, 200, "two")
		c.Send(last[at:])
		expect(c, 200, "the last one")
	}
}

func pipelineLargeAnswers(t *trial) {
	c := t.connect(plainApp())
	var all strings.Builder
	for i := range 40 {
		all.WriteString(get(fmt.Sprint("/bytes/", i*5000)))
	}
	c.Send(all.String())
	for i := range 40 {
		expect(c, 200, letters(i*5000))
	}
}

// pipelineReadsWhileAnswering: a client that sends many requests before it reads
// must not end in a state where both sides wait for each other to read.
func pipelineReadsWhileAnswering(t *trial) {
	addr := t.serve(plainApp())
	c := Dial(t.T, addr)
	const n = 2000
	var sending sync.WaitGroup
	defer sending.Wait()
	var failed error
	sending.Go(func() {
		for i := 0; i < n && failed == nil; i += 50 {
			var batch strings.Builder
			for j := range 50 {
				batch.WriteString(get(fmt.Sprint("/bytes/", (i+j)%4000)))
			}
			failed = c.TrySend(batch.String())
		}
	})
	for i := range n {
		expect(c, 200, letters(i%4000))
	}
}

// everySplit: the outcome never depends on how bytes were cut into packets.
func everySplit(t *trial) {
	addr := t.serve(plainApp())
	for _, request := range []string{
		post("/echo", "hello", "X-One: 1", "X-Two:2"),
		chunkedPost("/echo", "hello", 2),
	} {
		c := Dial(t.T, addr)
		for at := 1; at < len(request); at++ {
			c.Send(request[:at])
			c.Send(request[at:])
			expect(c, 200, "hello")
		}
	}
}

func byteByByte(t *trial) {
	c := t.connect(plainApp())
	for _, request := range []string{get("/say/hello"), post("/echo", "hello"), chunkedPost("/echo", "hello", 3)} {
		for i := range len(request) {
			c.Send(request[i : i+1])
		}
		expect(c, 200, "hello")
	}
}
