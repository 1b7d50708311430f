#!/usr/bin/env bash
# Runs all checks, quick ones first, and stops at the first that fails.
#
# The tests come last, and with CI=true nothing is printed after them: whoever
# reads the log of a run finds the result of go test at its end.
set -euo pipefail
cd "$(dirname "$0")/.."
# Nobody debugs what is compiled here, and a fifth of the time goes into the
# information for debuggers. Panics and race reports name their lines all the same.
# The fixtures are the largest package, and nobody measures them: without inlining they
# take two thirds of the time.
export GOFLAGS="${GOFLAGS:-} -gcflags=all=-dwarf=false '-gcflags=github.com/weft-go/weft/internal/fixtures=-dwarf=false -l'"

modules=()
while read -r module; do modules+=("$module"); done < <(scripts/modules.sh)

# stage NAME COMMAND… runs the command and says which stage it was if it fails.
stage() {
	local name=$1
	shift
	echo "== $name"
	if ! "$@"; then
		echo "make test: FAILED at stage '$name'" >&2
		exit 1
	fi
}

# What takes long and does not need both processors runs beside other stages, in the
# background. Its output waits in a file until its own stage.
logs=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$logs"' EXIT

# finish PROCESS FILE waits for a process and prints its output.
finish() {
	local code=0
	wait "$1" || code=$?
	cat "$2"
	return "$code"
}

# The gofmt of the Go that go.mod asks for, which may not be the one in PATH.
check_format() {
	local files gofmt
	gofmt=$(go env GOROOT)/bin/gofmt
	files=$(find . -name '*.go' -not -path '*/testdata/*' -not -path '*/node_modules/*' -not -path '*/.*/*' \
		-exec "$gofmt" -l {} +)
	if [[ -n $files ]]; then
		printf 'gofmt would change:\n%s\n' "$files" >&2
		return 1
	fi
}

generated_sums() {
	find . -name '*_gen.go' -not -path '*/node_modules/*' -not -path '*/.*/*' -exec cksum {} + | sort
}

# Compares with what was there before and not with the last commit, so that
# generated files may wait to be committed like all others.
check_generated() {
	local before
	before=$(generated_sums)
	if [[ -z $before ]]; then
		return 0
	fi
	make --no-print-directory GOFLAGS="$GOFLAGS" generate || return 1
	if ! diff <(echo "$before") <(generated_sums); then
		echo 'these generated files were stale; they have been written anew, so look at them and commit them' >&2
		return 1
	fi
}

# The comparison in bench is run by make bench; here the part of it that is ours only
# has to compile, without the peers, which take minutes.
has_tests() { [[ $1 != ./bench && $1 != ./bench/* ]]; }

# for_packages COMMAND MODULE runs the command with the flags and packages of a module.
# The race detector is on, except where it would mean minutes of compiling and linking:
# SQLite for the bookshop, the DevTools protocol for what is tested in a browser, the
# other implementations in internal/oracle, a program for each small example.
for_packages() {
	cd "$2"
	case $2 in
	.)
		# shellcheck disable=SC2046 # one argument a package
		"$1" -race $(go list ./... | grep -v '/examples/') && "$1" ./examples/...
		;;
	./bench) "$1" ./cmd/... ./internal/... ./payload ./servers/weft ;;
	./web | ./examples/* | ./internal/oracle) "$1" ./... ;;
	*) "$1" -race ./... ;;
	esac
}

# Vet looks at what the tests are made of, with the race detector or without it, so that
# all is compiled once; then the tests need not be vetted again. What is only compiled
# without the race detector is vetted as well.
vet() {
	(for_packages go_vet "$1") || return 1
	if [[ $1 == . ]]; then
		# shellcheck disable=SC2046 # one argument a package
		go_vet $(find . -name '*.go' -not -path '*/.*/*' -exec grep -l '^//go:build !race' {} + | xargs -n 1 dirname | sort -u)
	fi
}

go_vet() { go vet "$@"; }

run_tests() { (for_packages go_test "$1"); }

# The race detector allocates and slows everything down, so tests that count memory or
# measure time skip themselves with it. They run here.
run_measuring_tests() {
	go_test -run '^(TestHold|TestKeeper|TestPlainRouteAllocations|TestCost_|TestIdleSocketsAreCheap|TestSleepersBesideFast|TestTenThousandPages)' \
		./internal/reserve ./server ./middleware ./websocket ./hyper
}

# Packages without tests are left out of the output.
go_test() { go test -vet=off -shuffle=on "$@" | { grep -v --line-buffered 'no test files' || true; }; }

# The types of the browser client. npm fetches the compiler.
check_types() {
	if ! command -v npm >/dev/null && [[ ${CI:-} != true ]]; then
		echo 'skipped: there is no npm'
		return 0
	fi
	web/hyper/check.sh
}

install() { scripts/tools.sh && check_types; }

stage 'gofmt' check_format
install >"$logs/install" 2>&1 &
installing=$!
stage 'generated files' check_generated
for module in "${modules[@]}"; do
	stage "vet $module" vet "$module"
done
stage 'tools, types of the client' finish "$installing" "$logs/install"
stage 'tests that measure' run_measuring_tests
stage 'test .' run_tests .
run_tests ./web >"$logs/web" 2>&1 & # it mostly waits for a browser
web=$!
for module in "${modules[@]}"; do
	if [[ $module != . && $module != ./web ]] && has_tests "$module"; then
		stage "test $module" run_tests "$module"
	fi
done
stage 'test ./web' finish "$web" "$logs/web"

if [[ ${CI:-} != true ]]; then
	echo 'make test: all stages passed'
fi
