package source

import (
	"bytes"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// ErrNoCommit says that there is no HEAD to compare with: no git command, no repository, or no commit yet. It stands
// wrapped in an error with git's words.
var ErrNoCommit = errors.New("no commit to compare with")

// GitTop gives the git working tree that dir is in: the nearest folder, from dir upwards, with .git, which is a folder
// or, in worktrees and submodules, a file. It is "" if there is none. It starts no subprocess.
func GitTop(dir string) string {
	top, err := findUp(dir, ".git")
	if err != nil {
		return ""
	}
	return top
}

// BlobID is git's id of a file's content, in SHA-1 as most repositories have it.
func BlobID(content []byte) string {
	sum := sha1.Sum(blob(content))
	return hex.EncodeToString(sum[:])
}

func blob(content []byte) []byte {
	return append(fmt.Appendf(nil, "blob %d\x00", len(content)), content...)
}

// Head is what the last commit of a repository holds.
type Head struct {
	Revision string            // the commit's id
	Blobs    map[string]string // file's path from the top level → id of its content
}

// Has says whether the commit holds exactly this file, but for CRLF line ends, which git may have added on checkout.
func (h *Head) Has(path string, content []byte) bool {
	id, ok := h.Blobs[path]
	if !ok {
		return false
	}
	return id == h.blobID(content) || id == h.blobID(bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n")))
}

// blobID follows the repository's hash, which its ids tell by their length.
func (h *Head) blobID(content []byte) string {
	if len(h.Revision) == hex.EncodedLen(sha256.Size) {
		sum := sha256.Sum256(blob(content))
		return hex.EncodeToString(sum[:])
	}
	return BlobID(content)
}

// ReadHead gives HEAD of the repository at top. What git said once, in two subprocesses, is kept in the folder cache and
// read from there while HEAD is the same commit. The error wraps ErrNoCommit unless ctx ended. env is the environment
// for git, such as os.Environ(); variables that point it elsewhere are left out.
func ReadHead(ctx context.Context, top, cache string, env []string) (*Head, error) {
	file := filepath.Join(cache, "head.json")
	if rev := HeadRevision(top); rev != "" {
		var h Head
		if src, err := os.ReadFile(file); err == nil && json.Unmarshal(src, &h) == nil && h.Revision == rev {
			return &h, nil
		}
	}
	h, err := askHead(ctx, top, env)
	if err != nil {
		return nil, err
	}
	_ = writeCached(file, h) // a folder that can't be written to makes the next run slower, no more
	return h, nil
}

func askHead(ctx context.Context, top string, env []string) (*Head, error) {
	rev, err := git(ctx, top, env, "rev-parse", "--verify", "HEAD^{commit}")
	if err != nil {
		return nil, noCommit(ctx, err)
	}
	h := &Head{Revision: strings.TrimSpace(string(rev)), Blobs: map[string]string{}}
	list, err := git(ctx, top, env, "ls-tree", "-r", "-z", "--full-tree", h.Revision)
	if err != nil {
		return nil, noCommit(ctx, err)
	}
	for entry := range strings.SplitSeq(string(list), "\x00") {
		info, path, ok := strings.Cut(entry, "\t")
		if fields := strings.Fields(info); ok && len(fields) == 3 && fields[1] == "blob" {
			h.Blobs[path] = fields[2]
		}
	}
	return h, nil
}

// HeadRevision reads HEAD from git's files, "" where that is not simple (https://git-scm.com/docs/gitrepository-layout):
// git itself is asked then.
func HeadRevision(top string) string {
	dir := filepath.Join(top, ".git")
	if link, err := os.ReadFile(dir); err == nil { // a worktree or submodule
		to, ok := strings.CutPrefix(strings.TrimSpace(string(link)), "gitdir: ")
		if !ok {
			return ""
		}
		if dir = filepath.FromSlash(to); !filepath.IsAbs(dir) {
			dir = filepath.Join(top, dir)
		}
	}
	head, err := os.ReadFile(filepath.Join(dir, "HEAD"))
	if err != nil {
		return ""
	}
	ref, symbolic := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: ")
	if !symbolic {
		return objectID(ref)
	}
	if common, err := os.ReadFile(filepath.Join(dir, "commondir")); err == nil {
		dir = filepath.Join(dir, filepath.FromSlash(strings.TrimSpace(string(common))))
	}
	if !filepath.IsLocal(filepath.FromSlash(ref)) {
		return ""
	}
	if id, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(ref))); err == nil {
		return objectID(strings.TrimSpace(string(id)))
	}
	packed, err := os.ReadFile(filepath.Join(dir, "packed-refs"))
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(packed)) {
		if id, name, ok := strings.Cut(strings.TrimSpace(line), " "); ok && name == ref {
			return objectID(id)
		}
	}
	return ""
}

// objectID gives text back if it is a whole object id.
func objectID(text string) string {
	if n := len(text); n != hex.EncodedLen(sha1.Size) && n != hex.EncodedLen(sha256.Size) || strings.Trim(text, "0123456789abcdef") != "" {
		return ""
	}
	return text
}

func noCommit(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return fmt.Errorf("%w: %w", ErrNoCommit, err)
}

func git(ctx context.Context, top string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = top
	cmd.Env = append(without(env, "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_NAMESPACE",
		"GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "LC_ALL"), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("git %s: %s", args[0], reason(stderr.String(), err))
	}
	return stdout.Bytes(), nil
}

// ReadBlob gives the content of a file by its git id, from the object store of the repository at top. The error says in
// git's words why it can't be had, such as a shallow or blob-less clone without network.
func ReadBlob(ctx context.Context, top string, env []string, id string) ([]byte, error) {
	if id == "" || strings.Trim(id, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("%q is no blob id", id)
	}
	content, err := git(ctx, top, env, "cat-file", "blob", id)
	if err != nil {
		return nil, fmt.Errorf("the old text (blob %.12s) is not in this clone: it was never committed, or the clone is shallow: %w", id, err)
	}
	return content, nil
}
