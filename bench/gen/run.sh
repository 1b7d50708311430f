#!/usr/bin/env bash
# Times the generation of Go source from an OpenAPI document: weft gen, oapi-codegen and
# ogen, one after the other, RUNS (5) times, and prints the best time of each.
#
#	bench/gen/run.sh path/to/openapi.yaml
#
# The peers are built in a module of their own, so the versions are here. One that does
# not generate the document is reported as failed, with the last lines of what it said;
# if KEEP is set to a directory, all of it is kept there.
set -euo pipefail
document=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

(cd "$root" && go build -o "$work/weft" ./cmd/weft)
cd "$work"
printf 'module peers\n\ngo 1.27\n' >go.mod
go get -tool github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.1 2>/dev/null
go get -tool github.com/ogen-go/ogen/cmd/ogen@v1.14.0 2>/dev/null
go build -o oapi-codegen github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen
go build -o ogen github.com/ogen-go/ogen/cmd/ogen
# Without this ogen refuses whole documents for one thing that it does not know.
printf 'generator:\n  ignore_not_implemented: [all]\n' >ogen.yaml

generate() {
	case $1 in
	weft) ./weft gen "$document" -out out-weft -package api ;;
	oapi-codegen) ./oapi-codegen -package api -generate types,client,std-http -o out-oapi.go "$document" ;;
	ogen) ./ogen -config ogen.yaml -target out-ogen -package api -clean "$document" ;;
	esac
}

declare -A best
for ((i = 0; i < ${RUNS:-5}; i++)); do
	for tool in weft oapi-codegen ogen; do
		start=$(date +%s%N)
		if ! generate "$tool" >"$tool.log" 2>&1; then
			best[$tool]=failed
			continue
		fi
		took=$((($(date +%s%N) - start) / 1000000))
		if [[ -z ${best[$tool]:-} || ${best[$tool]} == failed || $took -lt ${best[$tool]} ]]; then
			best[$tool]=$took
		fi
	done
done
if [[ -n ${KEEP:-} ]]; then
	mkdir -p "$KEEP"
	cp ./*.log "$KEEP"
fi
for tool in weft oapi-codegen ogen; do
	if [[ ${best[$tool]} == failed ]]; then
		printf '%-14s failed:\n' "$tool"
		tail -n 8 "$tool.log" | cut -c1-240 | sed 's/^/    /'
	else
		printf '%-14s %6d ms\n' "$tool" "${best[$tool]}"
	fi
done
