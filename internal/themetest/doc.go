// Package themetest has only tests. Some hold the theme's own sources to what a reader would otherwise have to check by eye: that
// text can be read on every background in both schemes (contrast_test.go), that every word is there in every complete language
// (words_test.go), that no template or sheet breaks a strict content security policy or the order of layers (sources_test.go), and
// that every feature is in the README's table with a test (features_test.go). The others build the theme's exampleSite
// (site_test.go) and look at it: in a browser (demo_test.go), and with validators (valid_test.go).
package themetest
