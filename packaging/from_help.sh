#!/bin/sh
# Makes a man page and shell completions from a program's --help, so that they cannot go stale.
#   from_help.sh PROGRAM FOLDER: writes man/NAME.1, bash/NAME, zsh/_NAME and fish/NAME.fish into FOLDER
set -eu
program=$1 folder=$2
name=$(basename "$program")
mkdir -p "$folder/man" "$folder/bash" "$folder/zsh" "$folder/fish"
help=$("$program" --help)
version=$("$program" --version)

# One line per entry, fields separated by tabs: kind (text, usage, section, entry), term, description.
entries=$(printf '%s\n' "$help" | awk '
  function flush() { if (term != "") print "entry\t" term "\t" text; term = text = "" }
  /^[Uu]sage:/ { flush(); if (about != "") print "text\t" about; about = ""; sub(/^[Uu]sage: */, ""); sub(/^[^ ]+ */, ""); print "usage\t" $0; seen = 1; next }
  /^[A-Za-z]+:$/ { flush(); sub(/:$/, ""); print "section\t" $0; next }
  /^[^ ]/ && !seen { about = about (about == "" ? "" : " ") $0; next }
  /^[^ ]/ { flush(); print "text\t" $0; next }
  /^  [^ ]/ {
    flush()
    line = substr($0, 3)
    at = match(line, /  +/)
    if (at) { term = substr(line, 1, at - 1); text = substr(line, at + RLENGTH) }
    else if (substr($0, 30, 1) == " ") { term = substr(line, 1, 27); text = substr(line, 29) }  # a term of 27 letters
    else term = line
    next
  }
  /^ +[^ ]/ { sub(/^ +/, ""); text = text (text == "" ? "" : " ") $0 }
  END { flush() }')

printf '%s\n' "$entries" | awk -F '\t' -v name="$name" -v version="$version" '
  function plain(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); if (s ~ /^[.'"'"']/) s = "\\&" s; return s }
  BEGIN {
    print ".TH " toupper(name) " 1 \"\" \"" version "\" \"User Commands\""
  }
  $1 == "text" && !named {
    named = 1
    short = $2; sub(/[:.]( .*)?$/, "", short)
    print ".SH NAME"; print plain(name) " \\- " plain(short)
    about = $2; next
  }
  $1 == "text" { about = about " " $2; next }
  $1 == "usage" {
    print ".SH SYNOPSIS"; print ".B " plain(name); print plain($2)
    print ".SH DESCRIPTION"; print plain(about); next
  }
  $1 == "section" { print ".SH " ($2 == "Positionals" ? "ARGUMENTS" : toupper($2)); section = 1; next }
  $1 == "entry" {
    if (!section) { print ".SH ARGUMENTS AND OPTIONS"; section = 1 }
    term = $2; sub(/ REQUIRED/, "", term)
    print ".TP"; print ".B " plain(term); print plain($3)
    if ($3 ~ /4 fails/) gated = 1
  }
  END {
    print ".SH EXIT STATUS"
    print ".TP\n.B 0\nSuccess, including an input with nothing to report."
    print ".TP\n.B 1\nThe input could not be read, nothing in it could be used, or an output could not be written."
    print ".TP\n.B 2\nThe command line is wrong."
    print ".TP\n.B 3\nWith \\-\\-strict: success, but part of the input was left out."
    if (gated) print ".TP\n.B 4, 5\nWith \\-\\-gate: the limits do not hold; the runs cannot be judged."
    print ".SH SEE ALSO"; print "The guides in /usr/share/doc/ridgeline."
  }' >"$folder/man/$name.1"

# Options that take a value (v), one of a list (l) or nothing (n); long and short spellings separated by blanks.
options=$(printf '%s\n' "$entries" | awk -F '\t' '
  $1 == "entry" && $2 ~ /^-/ {
    term = $2
    spelt = term; sub(/ .*/, "", spelt); gsub(/, */, " ", spelt)
    rest = term; if (sub(/^[^ ]+ */, "", rest) == 0) rest = ""
    if (term ~ /, /) { spelt = term; gsub(/, */, " ", spelt); rest = "" }
    sub(/REQUIRED/, "", rest); gsub(/^ +| +$/, "", rest)
    kind = rest == "" ? "n" : "v"; list = ""
    if (match(rest, /\{[^}]*\}/)) { kind = "l"; list = substr(rest, RSTART + 1, RLENGTH - 2); gsub(/,/, " ", list) }
    print kind "\t" spelt "\t" list "\t" $3
  }')

printf '%s\n' "$options" | awk -F '\t' -v name="$name" '
  function pattern(s) { gsub(/ /, " | ", s); return s }
  { all = all (all == "" ? "" : " ") $2 }
  $1 == "l" { cases = cases "    " pattern($2) ") mapfile -t COMPREPLY < <(compgen -W \"" $3 "\" -- \"$word\") && return ;;\n" }
  $1 == "v" { cases = cases "    " pattern($2) ") mapfile -t COMPREPLY < <(compgen -f -- \"$word\") && return ;;\n" }
  END {
    id = name; gsub(/[^A-Za-z0-9_]/, "_", id)
    print "# Completion of " name " in bash"
    print "_ridgeline_" id "() {"
    print "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}"
    print "  COMPREPLY=()"
    print "  case $before in\n" cases "  esac"
    print "  if [[ $word == -* ]]; then mapfile -t COMPREPLY < <(compgen -W \"" all "\" -- \"$word\")"
    print "  else mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); fi"
    print "}"
    print "complete -o filenames -o bashdefault -F _ridgeline_" id " " name
  }' >"$folder/bash/$name"

printf '%s\n' "$options" | awk -F '\t' -v name="$name" '
  function quoted(s) { gsub(/\\/, "\\\\", s); gsub(/\[/, "\\[", s); gsub(/\]/, "\\]", s); gsub(/:/, "\\:", s); gsub(/'"'"'/, "'"'\\\\\\\\''"'", s); return s }
  BEGIN { print "#compdef " name; print "_arguments -s \\" }
  {
    n = split($2, spelt, " ")
    for (i = 1; i <= n; ++i) {
      others = n > 1 ? "(" $2 ")" : ""
      tail = $1 == "n" ? "" : $1 == "l" ? ":value:(" $3 ")" : ":value:_files"
      print "  '"'"'" others spelt[i] "[" quoted($4) "]" tail "'"'"' \\"
    }
  }
  END { print "  '"'"'*:file:_files'"'"'" }' >"$folder/zsh/_$name"

printf '%s\n' "$options" | awk -F '\t' -v name="$name" '
  function quoted(s) { gsub(/\\/, "\\\\", s); gsub(/'"'"'/, "\\'"'"'", s); return s }
  BEGIN { print "# Completion of " name " in fish" }
  {
    n = split($2, spelt, " ")
    line = "complete -c " name
    for (i = 1; i <= n; ++i) {
      if (spelt[i] ~ /^--/) line = line " -l " substr(spelt[i], 3)
      else line = line " -s " substr(spelt[i], 2)
    }
    if ($1 == "v") line = line " -r -F"
    if ($1 == "l") line = line " -x -a '"'"'" $3 "'"'"'"
    print line " -d '"'"'" quoted($4) "'"'"'"
  }' >"$folder/fish/$name.fish"
