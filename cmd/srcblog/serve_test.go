package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// serveSite makes the site that the tests serve.
func serveSite(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	archive, err := txtar.ParseFile("testdata/serve.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		save(t, filepath.Join(dir, f.Name), string(f.Data))
	}
	return dir
}

// A real server: a saved Go file, a saved page and a repaired one show without a restart, errors are printed and survived,
// and an interrupt ends it cleanly.
func TestServe(t *testing.T) {
	dir := serveSite(t)
	s := startServer(t, dir)
	source, page := filepath.Join(dir, "lib", "lib.go"), filepath.Join(dir, "content", "posts", "a.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	s.shows("posts/a/", "return 42")

	save(t, source, "package lib\n\nfunc Answer() int { return 43 }\n")
	s.shows("posts/a/", "return 43")

	save(t, page, strings.Replace(string(text), `sym="Answer"`, `sym="Anser"`, 1))
	s.prints("content/posts/a.md:4:")
	save(t, page, strings.Replace(string(text), "title: A", "title: Repaired", 1))
	s.shows("posts/a/", "Repaired")
	s.shows("posts/a/", "return 43")

	save(t, page, string(text)+"\n**注：**后\n") // what Hugo would publish otherwise than meant is told, too
	s.prints("content/posts/a.md:7:9: ** is no emphasis")

	// A folder that is new since the start is watched as well.
	save(t, filepath.Join(dir, "content", "posts", "new", "b.md"), strings.Replace(string(text), "title: A", "title: New", 1))
	s.shows("posts/new/b/", "return 43")
	save(t, source, "package lib\n\nfunc Answer() int { return 44 }\n")
	s.shows("posts/new/b/", "return 44")

	s.stop()
}

// Sources that pages name by path, and not by a name of srcblog.toml, are watched, too: a package, a file, what is not there yet
// or was replaced as a whole; so are the lock and what srcblog.toml names since the start.
func TestServeWatchesEverySource(t *testing.T) {
	dir := serveSite(t)
	path := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	page := func(header string) string { return "---\ntitle: P\n---\n```snip {#answer " + header + "}\n```\n" }
	code := func(n string) string { return "package p\n\nfunc Answer() int { return " + n + " }\n" }
	save(t, path("go.mod"), "module example.com/m\n")
	for _, name := range []string{"bypath", "byimport", "named"} {
		save(t, path(name, "p.go"), code("1"))
	}
	save(t, path("run.sh"), "echo 1\n")
	save(t, path("content", "posts", "bypath.md"), page(`src="bypath" sym="Answer"`))
	save(t, path("content", "posts", "byimport.md"), page(`src="example.com/m/byimport" sym="Answer"`))
	save(t, path("content", "posts", "script.md"), page(`src="./run.sh"`))
	s := startServer(t, dir)
	s.shows("posts/bypath/", "return 1")

	save(t, path("bypath", "p.go"), code("2"))
	s.shows("posts/bypath/", "return 2")
	save(t, path("byimport", "p.go"), code("3"))
	s.shows("posts/byimport/", "return 3")
	save(t, path("run.sh"), "echo 4\n")
	s.shows("posts/script/", "echo 4")

	// A page that comes later, with a folder that comes later still.
	save(t, path("content", "posts", "later.md"), page(`src="later/deep" sym="Answer"`))
	s.prints("later/deep")
	save(t, path("later", "deep", "p.go"), code("5"))
	s.shows("posts/later/", "return 5")

	// A folder that goes and comes back, as when another branch is checked out.
	if err := os.RemoveAll(path("later")); err != nil {
		t.Fatal(err)
	}
	save(t, path("later", "deep", "p.go"), code("6"))
	s.shows("posts/later/", "return 6")

	config, err := os.ReadFile(path("srcblog.toml"))
	if err != nil {
		t.Fatal(err)
	}
	save(t, path("content", "posts", "named.md"), page(`src="n" sym="Answer"`))
	save(t, path("srcblog.toml"), string(config)+"[sources.n]\ndir = \"named\"\n")
	s.shows("posts/named/", "return 1")
	save(t, path("named", "p.go"), code("7"))
	s.shows("posts/named/", "return 7")

	s.shows("posts/script/", "<i>unlocked</i>")
	if out, err := exec.Command("srcblog", "accept", "-s", dir, "content/posts/script.md#answer").CombinedOutput(); err != nil {
		t.Fatalf("accept: %v: %s", err, out)
	}
	s.shows("posts/script/", "<i>fresh</i>")
	s.stop()
}

// A page gets code while it is served: its first block, a block of a page that is new, and one that was unreadable for a while. Hugo
// never finds a file that it was once asked for in vain, so a theme must not ask.
func TestServeFindsFirstBlocks(t *testing.T) {
	dir := serveSite(t)
	for _, name := range []string{"layouts", "public"} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	themes, err := filepath.Abs("../../themes")
	if err != nil {
		t.Fatal(err)
	}
	save(t, filepath.Join(dir, "hugo.toml"), fmt.Sprintf("baseURL = \"https://example.org/\"\ntheme = \"loveit\"\nthemesDir = %q\n", themes))
	plain, page := "---\ntitle: P\n---\nText.\n", filepath.Join(dir, "content", "posts", "plain.md")
	block := "\n```snip {#x src=\"lib\" sym=\"Answer\"}\n```\n"
	save(t, page, plain)
	s := startServer(t, dir)
	s.shows("posts/a/", `class="line"`)
	s.shows("posts/plain/", "Text.")

	save(t, page, plain+block)
	s.shows("posts/plain/", `class="line"`)
	save(t, page, plain+block+"\xe4\xb8")
	s.prints("UTF-8")
	save(t, page, plain+block+"More.\n")
	s.shows("posts/plain/", "More.")
	s.shows("posts/plain/", `class="line"`)
	save(t, filepath.Join(dir, "content", "posts", "later.md"), plain+block)
	s.shows("posts/later/", `class="line"`)
	s.stop()
}

func save(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// server is a running "srcblog serve".
type server struct {
	t   *testing.T
	cmd *exec.Cmd
	url string

	ended chan struct{} // closed when the output has been read to its end

	mu     sync.Mutex
	output strings.Builder // guarded by mu
}

func startServer(t *testing.T, dir string) *server {
	t.Helper()
	port := freePort(t)
	s := &server{t: t, url: fmt.Sprintf("http://127.0.0.1:%d/", port), ended: make(chan struct{})}
	s.cmd = exec.Command("srcblog", "serve", "-s", dir, "-p", fmt.Sprint(port), "-b", s.url)
	r, w := io.Pipe()
	s.cmd.Stdout, s.cmd.Stderr = w, w
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() }) // an error means that it has ended already
	go func() {
		defer close(s.ended)
		for lines := bufio.NewScanner(r); lines.Scan(); {
			s.mu.Lock()
			s.output.WriteString(lines.Text() + "\n")
			s.mu.Unlock()
		}
	}()
	go func() { w.CloseWithError(s.cmd.Wait()) }()
	return s
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

func (s *server) printed() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.output.String()
}

// shows asks for a page until it contains want.
func (s *server) shows(path, want string) {
	s.t.Helper()
	s.until(fmt.Sprintf("%s shows %q", path, want), func() bool {
		resp, err := http.Get(s.url + path)
		if err != nil {
			return false // not listening yet
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		return err == nil && strings.Contains(string(body), want)
	})
}

func (s *server) prints(want string) {
	s.t.Helper()
	s.until(fmt.Sprintf("prints %q", want), func() bool { return strings.Contains(s.printed(), want) })
}

// until tries again and again, since a server gives no signal when it has rendered.
func (s *server) until(what string, done func() bool) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for !done() {
		select {
		case <-again.C:
		case <-s.ended:
			s.t.Fatalf("the server ended before it %s:\n%s", what, s.printed())
		case <-ctx.Done():
			s.t.Fatalf("never %s:\n%s", what, s.printed())
		}
	}
}

func (s *server) stop() {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGINT); err != nil {
		s.t.Fatal(err)
	}
	<-s.ended
	if code := s.cmd.ProcessState.ExitCode(); code != 0 {
		s.t.Errorf("exit code %d after an interrupt:\n%s", code, s.printed())
	}
}
