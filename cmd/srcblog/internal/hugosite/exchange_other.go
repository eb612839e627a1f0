//go:build !linux

package hugosite

import "errors"

// exchange is not available here: the caller falls back to two renames.
func exchange(_, _ string) error { return errors.ErrUnsupported }
