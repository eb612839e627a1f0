package cli

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/srcblog/srcblog/codeextract/problem"
)

// varying stands in a row of docs/errors.md for what varies in the message.
const varying = "…"

// Problems prints a list of problems, one a line with its fix below, in the user's language.
func (a *App) Problems(list problem.List) string {
	local := make(problem.List, len(list))
	for i, p := range list {
		translated := *p
		translated.Message = a.problemMessage(p.Message)
		local[i] = &translated
	}
	return local.Error()
}

// problemMessage gives the message of a problem in the user's language. The library speaks English; what it says is found again by
// its row in docs/errors.md, the most specific one that fits. What has no row, such as the words of another program, stays as it is.
func (a *App) problemMessage(message string) string {
	if a.words == nil {
		return message
	}
	first, rest, more := strings.Cut(message, "\n")
	first, guessed := strings.CutSuffix(first, "; did you mean")
	first = localMessage(chineseProblems(), first)
	if guessed {
		first += "；是不是："
	}
	if more {
		return first + "\n" + rest
	}
	return first
}

// localMessage translates one line.
func localMessage(table map[string]string, message string) string {
	best, size := "", -1
	for row := range table {
		fixed := strings.ReplaceAll(row, varying, "")
		if _, _, ok := fits(row, message); ok && (len(fixed) > size || len(fixed) == size && row < best) {
			best, size = row, len(fixed)
		}
	}
	if size < 0 {
		// "FILE:LINE:COLUMN: …" or "`code`: …": what stands before is no words.
		if before, after, ok := strings.Cut(message, ": "); ok {
			return before + ": " + localMessage(table, after)
		}
		return localHint(message)
	}
	values, tail, _ := fits(best, message)
	if strings.HasSuffix(best, ": …") { // another message, as of a note's link
		values[len(values)-1] = localMessage(table, values[len(values)-1])
	}
	local := table[best]
	for i, value := range values {
		value = localHint(value)
		if at := fmt.Sprintf("{%d}", i+1); strings.Contains(local, at) {
			local = strings.Replace(local, at, value, 1)
		} else {
			// A value may have the sign itself: the ones that are filled in already are marked until the end.
			local = strings.Replace(local, varying, strings.ReplaceAll(value, varying, "\x00"), 1)
		}
	}
	return strings.ReplaceAll(local, "\x00", varying) + localHint(tail)
}

// fits says what stands where the row varies, and what comes after the row.
func fits(row, message string) (values []string, tail string, ok bool) {
	pieces := strings.Split(row, varying)
	rest, ok := strings.CutPrefix(message, pieces[0])
	if !ok {
		return nil, "", false
	}
	for i, piece := range pieces[1:] {
		at := strings.Index(rest, piece)
		switch last := i == len(pieces)-2; {
		case piece == "" && last:
			at = len(rest) // it may be empty, where a list follows on the next lines
		case at <= 0:
			return nil, "", false
		}
		values, rest = append(values, rest[:at]), rest[at+len(piece):]
	}
	return values, rest, len(pieces) > 1 || rest == ""
}

var (
	didYouMean = regexp.MustCompile(`\(did you mean (.+)\?\)`)
	itHas      = regexp.MustCompile(`\((?:it has|there are) (.+)\)`)
	oneOf      = regexp.MustCompile(`: it is one of (.+)$`)
	fullWidth  = regexp.MustCompile(`^[a-z -]+ (\S) \(U\+`) // the character's name and the character
)

// localHint translates what a message may end with, and what it says to type.
func localHint(text string) string {
	switch text {
	case "\" around a value, ` around code":
		return "英文的 \"（值）或 `（代码）"
	case ": and a space, or ：":
		return ": 加空格，或者 ："
	case "an ordinary space":
		return "普通空格"
	}
	text = didYouMean.ReplaceAllString(text, "（是不是 $1？）")
	text = itHas.ReplaceAllString(text, "（有 $1）")
	text = oneOf.ReplaceAllString(text, "：可用的是 $1")
	text = fullWidth.ReplaceAllString(text, "$1 (U+")
	text = strings.Replace(text, ": code is quoted with backticks, and a text follows a colon", "：代码用反引号引，正文写在冒号后面", 1)
	return strings.Replace(text, ", which has none", "，它一个也没有", 1)
}
