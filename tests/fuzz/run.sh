#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run.sh PROGRAM SECONDS CORPUS FOLDER: fuzzes for that long, from the corpus and from what earlier runs
# learned, and writes how many executions that were to FOLDER/PROGRAM.count. Exits with what the target
# exits with; the input that broke it is in FOLDER/finds.
set -uo pipefail
program=$1 seconds=$2 corpus=$3 folder=$4
name=$(basename "$program")
mkdir -p "$folder/finds" "$folder/learned/$name"
log=$folder/$name.log

"$program" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix="$folder/finds/$name-" "$folder/learned/$name" "$corpus" >"$log" 2>&1
code=$?
executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
finds=$(find "$folder/finds" -name "$name-*" | wc -l)
printf '%s: %s executions in %s s, %s finds\n' "$name" "${executions:-unknown}" "$seconds" "$finds" |
    tee "$folder/$name.count"
if ((code != 0)); then
    tail -n 60 "$log"
    printf 'The input that broke it is kept, run the program on it alone:\n'
    find "$folder/finds" -name "$name-*" -exec printf '  %s %s\n' "$program" {} \;
fi
exit "$code"
