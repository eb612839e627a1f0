package cache

// DoneChecker is something that will be done once, and can be waited for without polling. Name is for log messages.
type DoneChecker interface {
	Name() string
	// Done returns a channel that is closed on completion. It is always the same channel.
	Done() <-chan struct{}
}

// IsDone looks at a DoneChecker without waiting.
func IsDone(checker DoneChecker) bool {
	select {
	case <-checker.Done():
		return true
	default:
		return false
	}
}

// doneSignal is a DoneChecker over a channel that somebody else closes.
type doneSignal struct {
	name string
	done <-chan struct{}
}

func (s doneSignal) Name() string          { return s.name }
func (s doneSignal) Done() <-chan struct{} { return s.done }
