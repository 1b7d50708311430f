#!/usr/bin/env bash
# Does what somebody does who has just found the repository: clones it into an empty
# directory, with empty caches, and runs the two commands of the README. Says how long
# each took, and leaves nothing behind.
#
#   scripts/fresh.sh        both
#   scripts/fresh.sh run    make run, until the front page of the shop is right
#   scripts/fresh.sh test   make test
#
# It clones what is committed. FRESH_TIMEOUT (900) is how many seconds make run may
# take to answer.
set -euo pipefail
repository=$(cd "$(dirname "$0")/.." && pwd)
: "${FRESH_TIMEOUT:=900}"

fail() {
	echo "fresh: $*" >&2
	exit 1
}

case ${1:-all} in
all | run | test) what=${1:-all} ;;
*) fail "want run or test, got '$1'" ;;
esac

dir=$(mktemp -d)
server=
# The shop is told to stop as Ctrl-C does, and Go makes its module cache read-only.
clean() {
	if [[ -n $server ]]; then
		kill -INT -- "-$server" 2>/dev/null || true
		wait "$server" 2>/dev/null || true
	fi
	chmod -R u+w "$dir"
	rm -rf "$dir"
}
trap clean EXIT
trap 'exit 130' INT TERM

mkdir "$dir/cache"
export GOMODCACHE=$dir/cache/mod GOCACHE=$dir/cache/build XDG_CACHE_HOME=$dir/cache npm_config_cache=$dir/cache/npm
unset WEFT_CORPORA GOFLAGS
git clone --quiet "$repository" "$dir/weft"
cd "$dir/weft"

# free_port prints a port that nobody listens on.
free_port() {
	local port
	for port in $(shuf -i 20000-29999 -n 50); do
		if ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
			echo "$port"
			return
		fi
	done
	return 1
}

# right URL TEXT says whether a page is there and has a text in it.
right() {
	local page
	page=$(curl --silent --fail --max-time 10 "$1") && [[ $page == *"$2"* ]]
}

run() {
	local address start=$SECONDS
	address=127.0.0.1:$(free_port)
	set -m # the shop gets a process group of its own
	make run "ADDR=$address" >"$dir/run.log" 2>&1 &
	server=$!
	set +m
	until curl --silent --fail --output /dev/null --max-time 10 "http://$address/"; do
		kill -0 "$server" 2>/dev/null || { cat "$dir/run.log" >&2; server=; fail 'make run has ended'; }
		((SECONDS - start < FRESH_TIMEOUT)) || { cat "$dir/run.log" >&2; fail "make run does not answer after $FRESH_TIMEOUT s"; }
		sleep 0.5
	done
	right "http://$address/" '<h1>Classics, well kept</h1>' || fail 'the front page is not right'
	right "http://$address/?q=austen" '3 books for' || fail 'the search is not right'
	right "http://$address/assets/style.css" 'prefers-color-scheme' || fail 'the style sheet is not right'
	echo "make run: right after $((SECONDS - start)) s"
	kill -INT -- "-$server"
	wait "$server" || true # make says that it was interrupted
	server=
	! curl --silent --output /dev/null --max-time 2 "http://$address/" || fail 'make run goes on after Ctrl-C'
}

tests() {
	local start=$SECONDS
	make test || fail "make test failed after $((SECONDS - start)) s"
	echo "make test: passed after $((SECONDS - start)) s"
}

[[ $what == test ]] || run
[[ $what == run ]] || tests
