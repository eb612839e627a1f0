package hugosite

import (
	"path/filepath"

	"github.com/gohugoio/hugo/config"
	"github.com/gohugoio/hugo/config/allconfig"
	"github.com/gohugoio/hugo/hugofs"
)

// PublishDir is the absolute folder that the site's configuration names for the finished site, "public" in its root unless it
// says otherwise. A configuration that can't be read gives that, too: the build will say what is wrong with it.
func PublishDir(root, environment string) string {
	flags := config.New()
	flags.Set("workingDir", root)
	configs, err := allconfig.LoadConfig(allconfig.ConfigSourceDescriptor{
		Fs: hugofs.Os, Flags: flags, ConfigDir: "config", Environment: environment,
		Environ:                  []string{"LC_ALL=C"}, // not the process's own, as in a build
		IgnoreModuleDoesNotExist: true, SkipNpmCheck: true,
	})
	if err != nil || configs.Base.PublishDir == "" {
		return filepath.Join(root, "public")
	}
	if dir := filepath.FromSlash(configs.Base.PublishDir); filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(root, filepath.FromSlash(configs.Base.PublishDir))
}
