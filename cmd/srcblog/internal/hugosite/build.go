package hugosite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// BuildOptions is what a build is told on top of Options.
type BuildOptions struct {
	Options
	Destination string // folder of the finished site; absolute
	Minify      bool
	Log         io.Writer // gets Hugo's table of counts; nil throws it away
}

// Build renders the site into BuildOptions.Destination, all or nothing: when it returns an error, or the process dies, the
// site that was there is still there, whole. Warnings and errors of templates go to os.Stderr as Hugo writes them; the
// returned error keeps Hugo's "file:line:column" as well. Folders in the destination whose name starts with a dot stay,
// and so does anything named .git. It waits, without looking at ctx, for another build of the same destination.
func Build(ctx context.Context, o BuildOptions) error {
	dest, err := destination(o.Root, o.Destination)
	if err != nil {
		return err
	}
	work, err := openWork(dest)
	if err != nil {
		return err
	}
	err = render(o, work.fresh())
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = work.swap()
	}
	return errors.Join(err, work.close())
}

// render runs Hugo with its standard output led to o.Log.
func render(o BuildOptions, dir string) error {
	args := append(o.args("production"), "--destination", dir)
	if o.Minify {
		args = append(args, "--minify")
	}
	restore, err := redirectStdout(o.Log)
	if err != nil {
		return err
	}
	err = execute(args)
	return errors.Join(err, restore())
}

// redirectStdout leads os.Stdout to w until restore is called, because Hugo prints there and --quiet, the only way to stop
// it, also throws template errors away.
func redirectStdout(w io.Writer) (restore func() error, err error) {
	if w == nil {
		w = io.Discard
	}
	r, pipe, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("redirect Hugo's output: %w", err)
	}
	copied := make(chan error, 1)
	go func() {
		_, err := io.Copy(w, r)
		copied <- err
	}()
	stdout := os.Stdout
	os.Stdout = pipe
	return func() error {
		os.Stdout = stdout
		err := pipe.Close()
		return errors.Join(err, <-copied, r.Close())
	}, nil
}

// ErrDestination is in the error for a folder that a build must not replace.
var ErrDestination = errors.New("destination refused")

// destination cleans dest and refuses folders that a swap would destroy: the author's own ones, and any folder that
// holds something but does not look like a built site.
func destination(root, dest string) (string, error) {
	if real, err := filepath.EvalSymlinks(dest); err == nil {
		dest = real // a link stays a link: what it names is replaced
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	if contains(dest, root) {
		return "", fmt.Errorf("%w: %s holds the site's own source", ErrDestination, dest)
	}
	for _, part := range []string{
		"archetypes", "assets", "config", "content", "data", "i18n", "layouts", "static", "themes", ".git", ".srcblog",
	} {
		if contains(filepath.Join(root, part), dest) {
			return "", fmt.Errorf("%w: %s is part of the site's own source", ErrDestination, dest)
		}
	}
	entries, err := os.ReadDir(dest)
	if errors.Is(err, os.ErrNotExist) {
		return dest, nil
	}
	if err != nil {
		return "", fmt.Errorf("read destination: %w", err)
	}
	// Names that Hugo publishes at the top of a site, each of which a site may have switched off.
	built := []string{"index.html", "404.html", "sitemap.xml", "index.xml", "robots.txt"}
	ours := true
	for _, e := range entries {
		if slices.Contains(built, e.Name()) {
			return dest, nil
		}
		ours = ours && isKept(e)
	}
	if !ours {
		return "", fmt.Errorf("%w: %s is not empty and does not look like a built site; empty it or name another folder",
			ErrDestination, dest)
	}
	return dest, nil
}

// contains reports whether path is dir or lies below it.
func contains(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
