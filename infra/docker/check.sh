#!/usr/bin/env bash
# Checks the containers without an engine: docker-compose.yml, and the image by executing its Dockerfile in a Debian root.
# Installs what the image check needs if possible, and otherwise says what is missing.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

[ -x node_modules/.bin/node ] || npm run generate || exit 1

missing=
for tool in mmdebstrap crun; do
  command -v "$tool" >/dev/null || missing="$missing $tool"
done
if [ -n "$missing" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing$missing ..."
  apt-get -qq update >/dev/null
  # shellcheck disable=SC2086 # one word per package
  DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $missing >/dev/null
fi

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
status=0
for check in compose image; do
  echo
  echo "$check"
  node_modules/.bin/node "infra/docker/src/check/$check.ts" 2>&1 | tee "$logs/$check"
  [ "${PIPESTATUS[0]}" = 0 ] && continue
  status=1
  # A check that crashed has printed no counts.
  tail -n 1 "$logs/$check" | grep -qE '^[0-9]+ passed, [0-9]+ failed$' || echo '0 passed, 1 failed' >>"$logs/$check"
done

echo
awk '/^[0-9]+ passed, [0-9]+ failed$/ { passed += $1; failed += $3 } END { print passed + 0 " passed, " failed + 0 " failed" }' "$logs"/*
exit "$status"
