#!/bin/sh
# Starts Chromium for launch.ts, which says in BROWSER_* what the library's own launch options cannot express.
set -eu
printf %s "$$" > "$BROWSER_SCRATCH/pid"

# Of two --disable-features switches the last wins, so ours are merged into the library's.
left=$#
while [ "$left" -gt 0 ]; do
  switch=$1
  shift
  case $switch in --disable-features=*) switch="$switch,$BROWSER_DISABLE_FEATURES" ;; esac
  set -- "$@" "$switch"
  left=$((left - 1))
done

# The library's own profile directory belongs to whoever started it; of two the last wins here too.
set -- "$BROWSER_EXECUTABLE" "$@" "--user-data-dir=$BROWSER_SCRATCH/profile"
if [ -n "$BROWSER_UID" ]; then
  set -- setpriv "--reuid=$BROWSER_UID" "--regid=$BROWSER_UID" --clear-groups --no-new-privs "$@"
fi

cd "$BROWSER_SCRATCH"
unset BROWSER_SCRATCH BROWSER_EXECUTABLE BROWSER_UID BROWSER_DISABLE_FEATURES
# Behind the processes that answer clients.
exec nice -n 10 "$@"
