package hugosite

import (
	"net"
	"strconv"
)

// ServeOptions is what the server is told on top of Options.
type ServeOptions struct {
	Options
	Bind string // address to listen on
	Port int    // TCP port; 0 takes 1313, or a free one where that is taken
}

// Serve runs Hugo's development server, rendering to memory, until the process gets SIGINT or SIGTERM, which Hugo catches
// itself; then it returns nil. Pages are rendered again, and browsers reloaded, when a file below Options.Root changes.
// The address and what is being rebuilt are printed on os.Stdout, errors of later builds on os.Stderr.
func Serve(o ServeOptions) error {
	// Hugo answers an address that it can't have with all of its help.
	l, err := net.Listen("tcp", net.JoinHostPort(o.Bind, strconv.Itoa(o.Port)))
	if err != nil {
		return err
	}
	if err := l.Close(); err != nil {
		return err
	}
	args := append([]string{"server"}, o.args("development")...)
	args = append(args, "--renderToMemory", "--bind", o.Bind)
	if o.Port != 0 {
		args = append(args, "--port", strconv.Itoa(o.Port))
	}
	return execute(args)
}
