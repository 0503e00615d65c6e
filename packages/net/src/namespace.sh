#!/bin/sh
# The first process in a new network namespace, which is not that of its first argument: gives it its interfaces, says by
# which program others get in, and stays until its input ends.
set -eu

if [ "$(readlink /proc/self/ns/net)" = "$1" ]; then
  echo 'unshare made no network namespace.' >&2
  exit 1
fi
command -v ip > /dev/null || {
  echo 'ip (Debian: package iproute2) is missing.' >&2
  exit 1
}
ip link set lo up
# Both ends of a cable, and an address that is nobody's: with nothing but itself a browser tells pages that it is offline.
ip link add cable0 type veth peer name cable1
for end in cable0 cable1; do
  # What happens to interfaces later ends what browsers load, so no address comes by itself.
  ip link set "$end" addrgenmode none 2> /dev/null || :
  ip link set "$end" up
done
ip address add 192.0.2.1/32 dev cable0
until ip link show cable0 | grep -q 'state UP' && ip link show cable1 | grep -q 'state UP'; do
  sleep 0.01
done

command -v nsenter || {
  echo 'nsenter (util-linux) is missing.' >&2
  exit 1
}
read -r _ || :
