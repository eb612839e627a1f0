// Package hugosite runs Hugo inside this process: one build into a folder, or the server.
//
// A build never touches the site that is there. It renders into a work folder beside the destination and swaps the two
// when it is whole:
//
//	public/                  what readers see
//	.public-build/lock       held by the build that runs; a second one waits
//	.public-build/new/       the site being rendered
//	.public-build/kept       names of the destination's own dot-folders, which the new site takes over
//	.public-build/old/       the old site, for the moment between two renames (systems without an atomic exchange)
//
// A build that dies leaves the work folder behind, and the next one mends what it finds there (see recover in swap.go)
// before it starts. Read build.go first, then swap.go.
//
// Hugo's command keeps a whole site in memory per call and works on process-wide state (os.Stdout, the environment), so
// that Build and Serve may be called once per process, and not at the same time.
package hugosite
