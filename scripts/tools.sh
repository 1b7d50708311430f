#!/usr/bin/env bash
# Installs what the tests need beside Go, if it is missing and can be installed:
# Chromium for the browser tests, Node.js and npm for checking the types of the
# client. Without them those tests are skipped, except in CI, where they fail.
set -euo pipefail

missing=()
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || [[ -n ${CHROMIUM:-} ]] || missing+=(chromium)
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
if [[ ${#missing[@]} -eq 0 ]]; then
	exit 0
fi
if [[ $(id -u) -ne 0 ]] || ! command -v apt-get >/dev/null; then
	echo "not found: ${missing[*]}; install them to run all tests" >&2
	[[ ${CI:-} != true ]]
	exit
fi
export DEBIAN_FRONTEND=noninteractive
for attempt in 1 2 3; do
	if apt-get update -qq && apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null; then
		exit 0
	fi
	echo "installing ${missing[*]}: attempt $attempt failed" >&2
	sleep 5
done
[[ ${CI:-} != true ]]
