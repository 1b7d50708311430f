package sse

import (
	"context"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/weft-go/weft"
	"github.com/weft-go/weft/status"
)

const (
	defaultWait    = time.Second
	defaultMaxWait = 30 * time.Second
)

// wait waits before the next attempt. It fails if the context ends.
func (s *subscription) wait(ctx context.Context, reason error) error {
	d := s.pause()
	if s.OnWait != nil {
		s.OnWait(s.failed, d, reason)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// pause returns how long to wait: the time between attempts, doubled for each failure
// after the first, less up to a half of it.
func (s *subscription) pause() time.Duration {
	d, most := s.retry, s.MaxWait
	if d <= 0 {
		d = s.Wait
	}
	if d <= 0 {
		d = defaultWait
	}
	if most <= 0 {
		most = defaultMaxWait
	}
	for range s.failed - 1 {
		if d >= most {
			break
		}
		d *= 2
	}
	d = min(d, most)
	return d - rand.N(d/2+1)
}

// Refused is the error of an answer that is not an event stream.
type Refused struct {
	// Status is the status of the answer.
	Status weft.Status

	// MediaType is its Content-Type.
	MediaType string
}

// Error returns what was answered.
func (e *Refused) Error() string {
	s := "event stream: want 200 and " + weft.MediaEventStream + ", got " + strconv.Itoa(int(e.Status))
	if e.MediaType != "" {
		s += " and " + e.MediaType
	}
	return s
}

// mayChange says whether another attempt may have another answer.
func (e *Refused) mayChange() bool {
	return e.Status == status.TooManyRequests || e.Status == status.RequestTimeout || e.Status.IsServerError()
}

// refusal returns what is wrong with an answer, or nil.
func refusal(resp *weft.Response) *Refused {
	media, _ := resp.Header("Content-Type")
	parsed, err := weft.ParseMediaType(media)
	if resp.Status() == status.OK && err == nil && parsed.Essence() == weft.MediaEventStream {
		return nil
	}
	return &Refused{resp.Status(), media}
}
