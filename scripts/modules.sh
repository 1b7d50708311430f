#!/usr/bin/env bash
# Prints the directory of every module with code of ours, the main one first.
# The tools module only lists programs and has no code.
set -euo pipefail
cd "$(dirname "$0")/.."

echo .
find . -mindepth 2 -name go.mod \
	-not -path './tools/*' -not -path '*/testdata/*' -not -path '*/node_modules/*' -not -path '*/.*/*' \
	-exec dirname {} \; | sort
