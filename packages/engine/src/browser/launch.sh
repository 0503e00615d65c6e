#!/bin/sh
# Starts Chromium for launch.ts, which says in BROWSER_* what the library's own launch options cannot express.
set -eu
printf %s "$$" > "$BROWSER_SCRATCH/pid"

left=$#
while [ "$left" -gt 0 ]; do
  switch=$1
  shift
  left=$((left - 1))
  case $switch in
    # Of two such switches the last would win, so ours are merged into the library's.
    --disable-features=*) switch="$switch,$BROWSER_DISABLE_FEATURES" ;;
    # The library made it for its own user and would leave it behind when it is killed.
    --user-data-dir=*)
      rmdir "${switch#*=}"
      switch="--user-data-dir=$BROWSER_SCRATCH/profile"
      ;;
  esac
  set -- "$@" "$switch"
done

set -- "$BROWSER_EXECUTABLE" "$@"
if [ -n "$BROWSER_UID" ]; then
  set -- setpriv "--reuid=$BROWSER_UID" "--regid=$BROWSER_UID" --clear-groups --no-new-privs "$@"
fi
# Words without spaces. Who is inside as another user cannot go there any more, so this comes before that.
# shellcheck disable=SC2086
set -- $BROWSER_ENTER "$@"

cd "$BROWSER_SCRATCH"
if [ "$BROWSER_NICENESS" -gt 0 ]; then
  # Where the kernel shares its time out among sessions first, of which this is one, niceness only counts within, and the
  # session has one of its own.
  { echo "$BROWSER_NICENESS" >/proc/self/autogroup; } 2>/dev/null || :
  set -- nice -n "$BROWSER_NICENESS" "$@"
fi
unset BROWSER_SCRATCH BROWSER_EXECUTABLE BROWSER_ENTER BROWSER_UID BROWSER_DISABLE_FEATURES BROWSER_NICENESS
exec "$@"
