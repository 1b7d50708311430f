package middleware

import "time"

// epoch is where the clock of this package starts.
var epoch = time.Now()

// now returns a moment for measuring durations. It reads the monotonic clock alone,
// which costs half of what time.Now does.
func now() time.Duration { return time.Since(epoch) }

// milliseconds returns a duration as logs show it, with microseconds as its fraction.
func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
