package source

import (
	"strings"
	"unicode"
)

// License gives the SPDX id of the licence in a tree's folder, "" if there is none or it is not one of the common ones:
// a guess for a caption, never legal advice.
func License(t *Tree) string {
	for _, name := range []string{"LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING", "COPYING.txt", "UNLICENSE"} {
		if text, err := t.ReadFile(name); err == nil {
			return spdx(string(text))
		}
	}
	return ""
}

// spdx tells licences by the sentences that only they have.
func spdx(text string) string {
	text = " " + strings.Join(strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.'
	}), " ")
	has := func(s string) bool { return strings.Contains(text, s) }
	bsd := has(" redistribution and use in source and binary forms with or without modification are permitted")
	switch {
	case has(" all advertising materials mentioning features"): // BSD with four clauses
		return ""
	case has(" apache license version 2.0"):
		return "Apache-2.0"
	case has(" mozilla public license version 2.0") || has(" mozilla public license v. 2.0"):
		return "MPL-2.0"
	case has(" this is free and unencumbered software released into the public domain"):
		return "Unlicense"
	case bsd && (has(" neither the name") || has(" may not be used to endorse") || has(" may be used to endorse")):
		return "BSD-3-Clause"
	case bsd:
		return "BSD-2-Clause"
	case has(" permission is hereby granted free of charge to any person obtaining a copy"):
		return "MIT"
	case has(" permission to use copy modify and or distribute this software for any purpose with or without fee") &&
		has(" provided that the above copyright notice"):
		return "ISC"
	}
	return ""
}
