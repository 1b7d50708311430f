#!/usr/bin/env bash
# Runs golangci-lint over every module, and fails if any of them has a finding.
set -euo pipefail
cd "$(dirname "$0")/.."
tools=$PWD/tools/go.mod

status=0
while read -r module; do
	echo "== $module"
	(cd "$module" && go tool -modfile="$tools" golangci-lint run ./... </dev/null) || status=1
done < <(scripts/modules.sh)
exit $status
