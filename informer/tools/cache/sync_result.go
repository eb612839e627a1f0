package cache

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// SyncResult tells how waiting for the informers of a factory ended.
type SyncResult struct {
	// Err says why waiting stopped too early; nil if all informers have synced.
	Err error
	// Synced has an entry for every informer that was waited for.
	Synced map[reflect.Type]bool
}

// AsError returns nil if all informers have synced, else an error that names those which have not and wraps Err.
func (c SyncResult) AsError() error {
	if c.Err == nil {
		return nil
	}
	var unsynced []string
	for informer, synced := range c.Synced {
		if !synced {
			unsynced = append(unsynced, informer.String())
		}
	}
	slices.Sort(unsynced)
	return fmt.Errorf("failed to sync all caches: %s: %w", strings.Join(unsynced, ", "), c.Err)
}
