package codec

import (
	"slices"
	"strconv"

	"github.com/weft-go/weft"
)

// An alternative is one way to decode a T.
type alternative[T any] struct {
	tree   Tree
	decode func(*Source) T
}

// allows says whether a response with this status can be of the shape.
func (t Tree) allows(status weft.Status) bool {
	switch t.Op {
	case OpPart:
		return t.Part == nil || t.Part.In != InStatus || t.Part.Status == 0 || t.Part.Status == status
	case OpEither:
		return slices.ContainsFunc(t.Children, func(c Tree) bool { return c.allows(status) })
	}
	return !slices.ContainsFunc(t.Children, func(c Tree) bool { return !c.allows(status) })
}

// decodeFirst returns the value of the first alternative that fits. Each is tried
// with a source of its own; what is wrong for all of them is reported together.
func decodeFirst[T any](s *Source, alternatives []alternative[T]) (v T) {
	var faults []weft.Fault
	var failure error
	tried, decoded, failed := 0, true, 0
	for _, a := range alternatives {
		if s.response != nil && !a.tree.allows(s.Status()) {
			continue
		}
		tried++
		trial := Source{request: s.request, response: s.response, config: s.config, form: s.form, decoded: true}
		v := a.decode(&trial)
		s.form = trial.form
		if trial.OK() {
			return v
		}
		faults = append(faults, trial.faults...)
		decoded = decoded && trial.decoded
		if trial.failure != nil {
			failed++
			if failure == nil {
				failure = trial.failure
			}
		}
	}
	switch {
	case tried == 0:
		s.Fault(InStatus, "", wantStatuses(alternatives, s.Status()))
	case failed == tried:
		s.Fail(failure)
	default:
		s.faults = append(s.faults, faults...)
		s.decoded = s.decoded && decoded
	}
	return v
}

func wantStatuses[T any](alternatives []alternative[T], got weft.Status) string {
	var want []string
	for _, a := range alternatives {
		for _, p := range a.tree.Parts() {
			if p.In == InStatus {
				want = append(want, strconv.Itoa(int(p.Status)))
			}
		}
	}
	return "want " + orList(want) + ", got " + strconv.Itoa(int(got))
}
