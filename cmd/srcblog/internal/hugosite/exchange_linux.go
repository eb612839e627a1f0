package hugosite

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// exchange swaps two folders in one step. File systems that can't do it give an errors.ErrUnsupported.
func exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return fmt.Errorf("exchange %s and %s: %w", a, b, errors.ErrUnsupported)
	}
	if err != nil {
		return fmt.Errorf("exchange %s and %s: %w", a, b, err)
	}
	return nil
}
