package cli

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersionCmd(a *App) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: a.T("Print the versions of srcblog, Hugo and Go"),
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			info, ok := debug.ReadBuildInfo()
			if !ok {
				return fmt.Errorf("%s", a.T("this binary carries no build information"))
			}
			a.printVersions(info)
			return nil
		},
	}
}

// printVersions writes a line for this module, for Hugo and for Go. A build outside a released module has no version but,
// where it was made in a git work tree, the revision.
func (a *App) printVersions(info *debug.BuildInfo) {
	version := cmp.Or(info.Main.Version, "(devel)")
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && version == "(devel)" {
			version += " " + s.Value
		}
	}
	fmt.Fprintf(a.Out, "srcblog %s\n", version)
	for _, dep := range info.Deps {
		if dep.Path == "github.com/gohugoio/hugo" {
			fmt.Fprintf(a.Out, "hugo %s\n", dep.Version)
		}
	}
	fmt.Fprintf(a.Out, "go %s\n", info.GoVersion)
}
