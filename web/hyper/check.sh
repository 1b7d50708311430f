#!/usr/bin/env bash
# Checks the types of the client. npm is only needed here: the bundle is made in
# Go, by web/build.
set -euo pipefail
cd "$(dirname "$0")"

# The lock file says what npm has installed; it is enough to install it once.
if [[ ! -e node_modules/.package-lock.json || package-lock.json -nt node_modules/.package-lock.json ]]; then
	npm ci --no-audit --no-fund --silent
fi
exec node_modules/.bin/tsc --noEmit
