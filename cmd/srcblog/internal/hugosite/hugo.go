package hugosite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gohugoio/hugo/commands"
)

// Options is what both a build and the server are told.
type Options struct {
	Root        string // the site's folder, with hugo.toml; absolute
	BaseURL     string // instead of the configured one; "" leaves it
	Drafts      bool   // pages marked as draft, too
	Environment string // Hugo's environment; "" is production for a build and development for the server
}

// args are the flags that hold for every call. Hugo would otherwise take the cache folder from the user's account and the
// environment from a variable.
func (o Options) args(environment string) []string {
	if o.Environment != "" {
		environment = o.Environment
	}
	args := []string{
		"--source", o.Root,
		"--environment", environment,
		"--cacheDir", filepath.Join(o.Root, ".srcblog", "hugo"),
		"--printPathWarnings", // two pages with one address: Hugo writes one of them and says nothing
		"--noBuildLock",       // ours guards the destination, and Hugo's would leave a file in the author's folder
	}
	if o.BaseURL != "" {
		args = append(args, "--baseURL", o.BaseURL)
	}
	if o.Drafts {
		args = append(args, "--buildDrafts")
	}
	return args
}

// execute runs Hugo's command line. Every variable that begins with HUGO would change the site's configuration unseen
// (any separator may follow: HUGO_PARAMS_x and HUGOxPARAMSxX mean the same), so they are taken away first.
func execute(args []string) error {
	for _, pair := range os.Environ() {
		if name, _, _ := strings.Cut(pair, "="); strings.HasPrefix(name, "HUGO") {
			if err := os.Unsetenv(name); err != nil {
				return fmt.Errorf("clear %s: %w", name, err)
			}
		}
	}
	// Not a matter of taste: since srcblog keeps an assets folder, Hugo would write a file for editors, with this machine's
	// paths, among the author's files. There is no flag for it.
	if err := os.Setenv("HUGO_BUILD_NOJSCONFIGINASSETS", "true"); err != nil {
		return err
	}
	return commands.Execute(args)
}
