#!/usr/bin/env bash
# Runs every fuzz target whose name matches FUZZ for FUZZTIME, one after the
# other, and stops at the first that finds something.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${FUZZTIME:=60s}" "${FUZZ:=^Fuzz}"

# Prints 'package target' lines. For each package go test -list prints the names
# and then a line 'ok package time'.
targets() {
	go test -list "$FUZZ" ./... | awk '
		/^Fuzz/ { names[++n] = $1 }
		/^ok/   { for (i = 1; i <= n; i++) print $2, names[i]; n = 0 }
	'
}

list=$(targets)
if [[ -z $list ]]; then
	echo "no fuzz target matches $FUZZ" >&2
	exit 1
fi
while read -r package target; do
	echo "== $target in $package"
	if ! go test -run '^$' -fuzz "^$target\$" -fuzztime "$FUZZTIME" "$package" </dev/null; then
		echo "make fuzz: FAILED at $target in $package" >&2
		exit 1
	fi
done <<<"$list"
