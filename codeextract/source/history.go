package source

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
)

// Commit gives the id of the commit that a revision names in the repository at top. The error wraps ErrNoCommit, with
// git's words, where this clone has none, unless ctx ended.
func Commit(ctx context.Context, top string, env []string, rev string) (string, error) {
	out, err := git(ctx, top, env, "rev-parse", "--verify", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", noCommit(ctx, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// Checkout writes all files of a commit below dir, an empty folder, in one go, so that a clone without blobs fetches what
// it lacks at once. The repository's own index and work tree stay as they are; files of Git LFS stay pointers.
func Checkout(ctx context.Context, top string, env []string, commit, dir string) error {
	found, err := git(ctx, top, env, "rev-parse", "--absolute-git-dir")
	if err != nil {
		return err
	}
	gitDir := strings.TrimSpace(string(found))
	cmd := exec.CommandContext(ctx, "git", "--git-dir="+gitDir, "--work-tree="+dir, "-c", "core.hooksPath=/dev/null",
		"read-tree", "--reset", "-u", commit)
	cmd.Dir = dir
	// An index outside dir would do as well, but this one goes away with dir.
	index := filepath.Join(dir, ".srcblog-index")
	cmd.Env = append(without(env, "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_NAMESPACE",
		"GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "LC_ALL"), "LC_ALL=C", "GIT_INDEX_FILE="+index, "GIT_LFS_SKIP_SMUDGE=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("check out %.12s: %s", commit, reason(stderr.String(), err))
	}
	return nil
}

// Shallow says whether the repository at top has only a part of its history.
func Shallow(ctx context.Context, top string, env []string) bool {
	out, err := git(ctx, top, env, "rev-parse", "--is-shallow-repository")
	return err == nil && strings.TrimSpace(string(out)) == "true"
}
