package freshness

import "github.com/srcblog/srcblog/codeextract/problem"

// Verdict is what a comparison of one snippet with the lock says. Snippets that are broken have one of problem's kinds as
// their verdict.
type Verdict string

// The verdicts on a snippet that could be resolved.
const (
	Fresh     Verdict = "fresh"     // same tokens, same place
	Moved     Verdict = "moved"     // same tokens, other lines or file
	Format    Verdict = "format"    // same tokens, other white space
	Outside   Verdict = "outside"   // the symbol changed, the part shown did not
	Comment   Verdict = "comment"   // only comments changed
	Stale     Verdict = "stale"     // shown tokens changed: the prose must be read again
	Deferred  Verdict = "deferred"  // stale, and somebody took that on as debt
	Restamped Verdict = "restamped" // accepted since the base with neither changed prose nor a reason
	Unlocked  Verdict = "unlocked"  // never reviewed
	Skew      Verdict = "skew"      // same module version as at the review, other content
	Orphan    Verdict = "orphan"    // a block of the lock without a snippet
)

// Exit is the exit code that a verdict calls for. strict makes a change of comments count; in a draft, a snippet
// that nobody reviewed yet is only reported. A deferral that ran out is the caller's to know.
func (v Verdict) Exit(strict, draft bool) int {
	switch v {
	case Fresh, Moved, Format, Outside, Deferred, Orphan:
		return 0
	case Comment:
		if strict {
			return 1
		}
		return 0
	case Unlocked:
		if draft {
			return 0
		}
		return 1
	case Stale, Skew, Restamped:
		return 1
	}
	return problem.Kind(v).Exit()
}

// Quiet verdicts need no reading: the prose is as true as it was.
func (v Verdict) Quiet() bool {
	return v == Fresh || v == Moved || v == Format || v == Outside
}

// Broken verdicts are problem kinds: there is nothing that could be judged or accepted.
func (v Verdict) Broken() bool {
	switch v {
	case Fresh, Moved, Format, Outside, Comment, Stale, Deferred, Restamped, Unlocked, Skew, Orphan:
		return false
	}
	return true
}
