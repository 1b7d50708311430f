// Compare measures weft beside its peers and says where it wins and where it
// loses.
//
//	go run ./cmd/compare                          # everything, about half an hour
//	go run ./cmd/compare -w plain64 -n 5 -d 0.3   # one workload, short
//	go run ./cmd/compare -c weft,floor,fasthttp   # three candidates
//	go run ./cmd/compare -quick                   # everything, under ten minutes, nothing written
//
// It builds the candidates and the load generator into a temporary directory,
// starts every candidate on a port of 127.0.0.1, compares each of their answers
// with the expected bytes, and then loads one candidate at a time in short
// bursts. A round is one burst for each candidate, in random order, so that
// whatever disturbs the machine for a while disturbs all of them.
//
// The measure is the CPU time of the server process per request, read from
// /proc just before and just after a burst while the load generator holds
// still. Ratios are taken within a round and their median is shown; a ratio is
// steadier than either of its halves.
//
// The results go to standard output and, as Markdown, between two markers in
// RESULTS.md, with the targets and a pass or fail for each, and a plot of each
// workload beside it. A candidate that
// cannot be built, started or trusted is left out and named with the reason.
//
// Linux only: it reads /proc, and the C programs use epoll.
package main
