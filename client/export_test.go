package client

// For the fuzz tests, whose subjects have no exported face.
var (
	RetryAfter  = retryAfter
	WithoutUser = withoutUser
)
