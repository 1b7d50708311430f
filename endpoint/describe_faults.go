package endpoint

// AnswersFaults reports whether the endpoint answers requests whose inputs have faults
// in a way of its own, because [Endpoint.OutCodecError] was given one. Documentation
// asks, since it cannot know what that answer is.
func (e Endpoint[F]) AnswersFaults() bool { return e.core.faults != nil }
