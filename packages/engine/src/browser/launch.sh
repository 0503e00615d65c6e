#!/bin/sh
# Starts Chromium for launch.ts, which passes all of its switches. The BROWSER_* variables carry what no switch expresses.
set -eu

set -- "$BROWSER_EXECUTABLE" "$@"
if [ -n "$BROWSER_UID" ]; then
  set -- setpriv "--reuid=$BROWSER_UID" "--regid=$BROWSER_UID" --clear-groups --no-new-privs "$@"
fi
# BROWSER_ENTER holds words without spaces. A process cannot enter the network namespace once it runs as another user,
# so the enter command runs before setpriv.
# shellcheck disable=SC2086
set -- $BROWSER_ENTER "$@"

cd "$BROWSER_SCRATCH"
if [ "$BROWSER_NICENESS" -gt 0 ]; then
  # With autogroup scheduling the kernel divides CPU time among sessions first, and this process leads a session of its
  # own. Niceness then counts only within the session, so the niceness of the autogroup is set as well.
  { echo "$BROWSER_NICENESS" >/proc/self/autogroup; } 2>/dev/null || :
  set -- nice -n "$BROWSER_NICENESS" "$@"
fi
unset BROWSER_SCRATCH BROWSER_EXECUTABLE BROWSER_ENTER BROWSER_UID BROWSER_NICENESS
exec "$@"
