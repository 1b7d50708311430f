package transport

// RunHolding is Run for a transport that sends for many connections at a time. It returns
// what Run would have sent in the end, which is good until the machine is used again.
func (m *Machine) RunHolding(sink Sink) (Action, []byte) {
	m.out = m.out[:0]
	action := m.run(sink)
	out := m.out
	m.out = m.out[:0]
	return action, out
}
