package sitespeed

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkServe serves a site of posts that show Go code of its own, saves a page, then a Go file that five posts show, and waits
// until the server gives the new text. Beside the times stand those of the server's processor work, which other programs on
// the machine disturb less.
func BenchmarkServe(b *testing.B) {
	srcblog, _ := compile(b)
	dir := b.TempDir()
	writeOwnCode(b, dir, *posts)
	writeLoveIt(b, dir)
	run(b, dir, srcblog, "build") // so that types are known, as on any but the first day
	server := serve(b, dir, srcblog)
	page := filepath.Join(dir, "content/posts/p0000.md")
	text, err := os.ReadFile(page)
	if err != nil {
		b.Fatal(err)
	}
	code := filepath.Join(dir, "code/c000/c000.go")
	source, err := os.ReadFile(code)
	if err != nil {
		b.Fatal(err)
	}
	saves := []struct {
		name, file string
		text       func(mark string) string
	}{
		{"page", page, func(mark string) string { return string(text) + "\n" + mark + "\n" }},
		{"code", code, func(mark string) string { return strings.Replace(string(source), "first", mark, 1) }},
	}
	for _, save := range saves {
		b.Run(save.name, func(b *testing.B) {
			var cpu time.Duration
			n := 0
			for b.Loop() {
				n++
				mark := fmt.Sprintf("saved%s%dtimes", save.name, n)
				before := server.cpu(b)
				put(b, dir, rel(b, dir, save.file), save.text(mark))
				server.await(b, "/p0000/", mark)
				cpu += server.cpu(b) - before
				b.StopTimer()
				server.settle(b)
				b.StartTimer()
			}
			b.ReportMetric(float64(cpu.Milliseconds())/float64(b.N), "cpu-ms/op")
			b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/op")
		})
	}
}

func rel(tb testing.TB, dir, name string) string {
	tb.Helper()
	out, err := filepath.Rel(dir, name)
	if err != nil {
		tb.Fatal(err)
	}
	return filepath.ToSlash(out)
}

// writeOwnCode writes a site whose posts show functions of packages in its own module, a package for every post.
func writeOwnCode(tb testing.TB, dir string, posts int) {
	put(tb, dir, "go.mod", "module example.org/site\n\ngo 1.24\n")
	put(tb, dir, "srcblog.toml", "[sources.code]\ndir = \"code\"\n")
	for p := range posts {
		pkg := fmt.Sprintf("c%03d", p/5)
		if p%5 == 0 {
			var code strings.Builder
			fmt.Fprintf(&code, "// Package %s is shown.\npackage %s\n\nimport (\n\t\"errors\"\n\t\"strconv\"\n)\n\ntype item struct {\n\tname string\n\tnext *item\n}\n", pkg, pkg)
			for f := range perPost * 5 {
				fmt.Fprintf(&code, "\n// Find%d looks for a name.\nfunc (i *item) Find%d(name string, limit int) (*item, error) {\n\tfor n := 0; i != nil; n++ {\n", f, f)
				fmt.Fprintf(&code, "\t\tif n > limit {\n\t\t\treturn nil, errors.New(\"no \" + name + \" among the first \" + strconv.Itoa(limit))\n\t\t}\n")
				fmt.Fprintf(&code, "\t\tif i.name == name {\n\t\t\treturn i, nil // found\n\t\t}\n\t\ti = i.next\n\t}\n\treturn nil, errors.New(name)\n}\n")
			}
			put(tb, dir, fmt.Sprintf("code/%s/%s.go", pkg, pkg), code.String())
		}
		var b strings.Builder
		fmt.Fprintf(&b, "---\ntitle: Post %d\ndate: 2024-%02d-%02d\ntags: [t%d]\n---\n", p, p%12+1, p%28+1, p%20)
		for i := range perPost {
			fmt.Fprintf(&b, "## 第 %d 节\n\n这一段说明下面的函数做什么。\n\n```snip {#s%d src=\"code/%s\" sym=\"item.Find%d\"}\n```\n\n", i, i, pkg, p%5*perPost+i)
		}
		put(tb, dir, fmt.Sprintf("content/posts/p%04d.md", p), b.String())
	}
}

// server is "srcblog serve" at work.
type server struct {
	address string
	process *os.Process
}

// serve starts a server and waits until it gives its first page. It ends with the benchmark.
func serve(b *testing.B, dir, srcblog string) *server {
	b.Helper()
	ctx, stop := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, srcblog, "serve")
	cmd.Dir = dir
	out, write := io.Pipe()
	cmd.Stdout, cmd.Stderr = write, write
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		stop()
		_ = cmd.Wait() // killed
		_ = write.Close()
	})
	address := make(chan string, 1)
	go func() {
		found := regexp.MustCompile(`http://[\w.:]+`)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if a := found.FindString(lines.Text()); a != "" {
				select {
				case address <- a:
				default:
				}
			}
		}
	}()
	select {
	case a := <-address:
		s := &server{address: a, process: cmd.Process}
		s.await(b, "/p0000/", "Find0")
		s.settle(b)
		return s
	case <-time.After(10 * time.Minute):
		b.Fatal("the server did not start")
		return nil
	}
}

// await asks for a page until it holds a text: a process of its own has no other way to say that it is ready.
func (s *server) await(b *testing.B, path, text string) {
	b.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if body, err := get(s.address + path); err == nil && bytes.Contains(body, []byte(text)) {
			return
		}
	}
	b.Fatalf("%s never had %q", path, text)
}

func get(url string) ([]byte, error) {
	response, err := http.Get(url)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, errors.New(response.Status)
	}
	return io.ReadAll(response.Body)
}

// settle waits until the server has been idle for half a second.
func (s *server) settle(b *testing.B) {
	b.Helper()
	last := s.cpu(b)
	for idle := 0; idle < 5; {
		time.Sleep(100 * time.Millisecond)
		if now := s.cpu(b); now != last {
			last, idle = now, 0
		} else {
			idle++
		}
	}
}

// cpu is the processor time that the server has used.
func (s *server) cpu(b *testing.B) time.Duration {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.process.Pid))
	if err != nil {
		b.Skipf("processor time of a running process is read from Linux's files: %v", err)
	}
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // from state, the third, see proc(5)
	var ticks int64
	for _, f := range fields[11:13] { // utime, stime
		n, err := strconv.ParseInt(f, 10, 64)
		if err != nil {
			b.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * (time.Second / 100) // USER_HZ on every Linux that Go supports
}
