package websocket_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/weft-go/weft/websocket"
)

// Group 7: how connections are closed.

// A closeCase is what a client sends, a close frame included, and what it gets.
type closeCase struct {
	id   string
	send [][]byte
	want []answer
	code int
}

func runCloseCases(t *testing.T, cases []closeCase) {
	memory, socket := serveMemory(t, roomy().Handle(echo)), serveSocket(t, roomy().Handle(echo))
	for _, c := range cases {
		// The client sends a close frame of its own, so nothing is added.
		w := wireCase(c)
		t.Run(c.id, func(t *testing.T) { w.run(t, memory.open(t)) })
		t.Run(c.id+"/Socket", func(t *testing.T) { w.run(t, socket.open(t)) })
	}
}

func TestAutobahn7_Close(t *testing.T) {
	hello, ping, bye := frame(fin|opText, "Hello World!"), frame(fin|opPing, ""), closeFrame(1000, "")
	long := strings.Repeat("BAsd7&jh23", 26*1024)
	reason := strings.Repeat("*", 123)
	runCloseCases(t, []closeCase{
		{"7.1.1", [][]byte{hello, bye}, []answer{text("Hello World!")}, 1000},
		{"7.1.2", [][]byte{bye, bye}, nil, 1000},
		{"7.1.3", [][]byte{bye, ping}, nil, 1000},
		{"7.1.4", [][]byte{bye, hello}, nil, 1000},
		{"7.1.5", [][]byte{frame(opText, "fragment1"), bye, frame(fin|opCont, "fragment2")}, nil, 1000},
		{"7.1.6", [][]byte{frame(fin|opText, long), hello, bye, ping}, []answer{text(long), text("Hello World!")}, 1000},
		{"7.3.1", [][]byte{frame(fin|opClose, "")}, nil, 1005},
		{"7.3.2", [][]byte{frame(fin|opClose, "a")}, nil, 1002},
		{"7.3.3", [][]byte{bye}, nil, 1000},
		{"7.3.4", [][]byte{closeFrame(1000, "Hello World!")}, nil, 1000},
		{"7.3.5", [][]byte{closeFrame(1000, reason)}, nil, 1000},
		{"7.3.6", [][]byte{closeFrame(1000, reason+"*")}, nil, 1002},
		{"7.5.1", [][]byte{closeFrame(1000, kosme+"\xed\xa0\x80edited")}, nil, 1007},
	})
}

func TestAutobahn7_Codes(t *testing.T) {
	var cases []closeCase
	for i, code := range []int{1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999} {
		cases = append(cases, closeCase{fmt.Sprintf("7.7.%d", i+1), [][]byte{closeFrame(code, "")}, nil, code})
	}
	for i, code := range []int{0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999} {
		cases = append(cases,
			closeCase{fmt.Sprintf("7.9.%d", i+1), [][]byte{closeFrame(code, "")}, nil, 1002},
			closeCase{fmt.Sprintf("7.9.%d/reason", i+1), [][]byte{closeFrame(code, "because")}, nil, 1002})
	}
	cases = append(cases,
		closeCase{"7.13.1", [][]byte{closeFrame(5000, "")}, nil, 1002},
		closeCase{"7.13.2", [][]byte{closeFrame(65535, "")}, nil, 1002})
	runCloseCases(t, cases)
}

// TestCloseEchoesTheReason: the answer to a close frame has its code and its reason.
func TestCloseEchoesTheReason(t *testing.T) {
	p := connect(t, websocket.Options{}, echo)
	p.send(closeFrame(4321, "enough"))
	p.expect(fin|opClose, closePayload(4321, "enough"))
	p.expectEnd()
}
