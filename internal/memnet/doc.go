// Package memnet is a network in memory, for tests of servers and clients.
//
// A [Listener] is a net.Listener without a socket. Give it to a server, and
// give its Dial to the client:
//
//	l := memnet.Listen()
//	go http.Serve(l, handler)
//
//	client := &http.Client{Transport: &http.Transport{DialContext: l.DialContext}}
//	response, err := client.Get("http://test/")
//
// Where no listener is needed, [Pipe] returns the two ends of one connection.
//
// # What a connection does
//
// A [Conn] behaves as a TCP connection does, as far as Go code can see:
//
//   - each direction has a buffer, so a write returns before the other side
//     reads, and blocks only when the buffer is full;
//   - deadlines are for each direction, and work on a call that is already
//     waiting;
//   - CloseWrite sends the end of the stream and leaves the other direction
//     open;
//   - after Close the other side reads what was sent and then io.EOF, and its
//     writes give EPIPE;
//   - after Abort the other side gets ECONNRESET at once, and what was sent is
//     lost;
//   - errors are *net.OpError, a timeout is os.ErrDeadlineExceeded, a closed
//     connection is net.ErrClosed;
//   - two writes from different goroutines do not mix their bytes.
//
// Addresses are *net.TCPAddr values from the block 192.0.2.0/24, which RFC 5737
// sets aside for documentation, and every connection has its own client port.
//
// # Time
//
// Nothing here touches a socket or the wall clock by itself, and waiting is
// done with sync.Cond and channels only. Inside a testing/synctest bubble a
// goroutine that waits on a connection is therefore 'durably blocked', and
// deadlines run on the bubble's clock. Make the listener inside the bubble that
// uses it.
//
// # Small reads
//
// A parser must give the same result however its input is cut. [Fragment] wraps
// a connection so that a Read returns at most n bytes; with n = 1 every byte
// arrives alone.
package memnet
