package integration

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// process is a program that the test started. It has a process group of its own, and its standard input is a pipe that
// we hold: it ends when we do, however we end.
type process struct {
	name   string
	log    string // where it writes
	cmd    *exec.Cmd
	exited chan struct{} // closed when it has ended
}

// startProcess starts a program whose output is appended to dir/name.log. Who calls it has to kill it.
func startProcess(t *testing.T, dir, name, program string, args ...string) *process {
	t.Helper()
	p := &process{name: name, log: filepath.Join(dir, name+".log"), exited: make(chan struct{})}
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }() // the process has its own
	p.cmd = exec.Command(program, args...)
	p.cmd.Stdout, p.cmd.Stderr = log, log
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if _, err := p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		t.Fatalf("start %s: %v", name, err)
	}
	go func() {
		defer close(p.exited)
		_ = p.cmd.Wait() // killed, as a rule
	}()
	return p
}

// kill ends the process as a crash would, and returns when it is gone. Killing a dead one does nothing.
func (p *process) kill() {
	select {
	case <-p.exited:
	default:
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
		<-p.exited
	}
}

// memory says how much of it the process had at most, where the system tells.
func (p *process) memory() string {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if errors.Is(err, fs.ErrNotExist) {
		return "unknown"
	}
	peak := regexp.MustCompile(`VmHWM:\s*(.*)`).FindSubmatch(status)
	if peak == nil {
		return "unknown"
	}
	return string(peak[1])
}

// scratch returns a folder that is kept if the test fails, and says then where it is and how the logs in it end.
func scratch(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "apiserver-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if !t.Failed() {
			_ = os.RemoveAll(dir)
			return
		}
		t.Logf("logs are kept in %s", dir)
		logs, _ := filepath.Glob(filepath.Join(dir, "*.log"))
		for _, log := range logs {
			t.Logf("%s ends with:\n%s", filepath.Base(log), lastLines(log, 20))
		}
	})
	return dir
}

func lastLines(file string, n int) string {
	data, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
