// Package themetest has only tests: they hold the theme's own sources to what a reader would otherwise have to check by eye,
// namely that text can be read on every background in both schemes (contrast_test.go), that every word is there in every
// complete language (words_test.go), and that nothing in a template or sheet breaks a strict content security policy or the
// order of layers (sources_test.go).
package themetest
