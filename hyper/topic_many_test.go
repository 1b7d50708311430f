//go:build !race

package hyper_test

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/hyper"
)

// An ordered page counts events, whose texts are numbers, and notices one that is not
// the next.
type ordered struct {
	next  int
	fault string
}

func (o *ordered) Write(b []byte) (int, error) {
	for event := range strings.SplitSeq(strings.TrimSuffix(string(b), "\n\n"), "\n\n") {
		_, text, _ := strings.Cut(event, "data: elements ")
		text, _, _ = strings.Cut(text, "\n")
		if text != strconv.Itoa(o.next) && o.fault == "" {
			o.fault = fmt.Sprintf("got %q, want %d", text, o.next)
		}
		o.next++
	}
	return len(b), nil
}

// Ten thousand pages of one process get every event in order. The race detector allows
// fewer goroutines.
func TestTenThousandPages(t *testing.T) {
	const pages, events = 10_000, 50
	topic := hyper.NewTopic(hyper.TopicOptions{})
	before := memory()
	all := make([]ordered, pages)
	var wg sync.WaitGroup
	for i := range all {
		resp := hyper.Response(weft.Get("/").WithContext(t.Context()), func(page *hyper.Stream) error { return topic.Stream(page) })
		wg.Go(func() { _, _ = resp.Body().WriteTo(&all[i]) })
	}
	for topic.Pages() < pages {
		time.Sleep(time.Millisecond) // they are on their way
	}
	idle := memory() - before
	start := processor(t)
	for i := range events {
		publish(t, topic, strconv.Itoa(i))
	}
	topic.Close() // once they have got everything
	wg.Wait()
	used := processor(t) - start
	for i, p := range all {
		if p.next != events || p.fault != "" {
			t.Fatalf("page %d got %d events, want %d; %s", i, p.next, events, p.fault)
		}
	}
	t.Logf("%d bytes for an idle page, %v of CPU for a delivered event", idle/pages, used/(pages*events))
}

// memory returns how many bytes the heap and the stacks take.
func memory() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// processor returns the CPU time of the process.
func processor(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
