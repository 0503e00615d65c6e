#!/bin/sh
# Runs as the first process in a new network namespace. Creates the interfaces of the namespace, prints the path of the
# program that enters it (nsenter), and stays until its input ends. $1 is the caller's namespace, which must be another one.
set -eu

if [ "$(readlink /proc/self/ns/net)" = "$1" ]; then
  echo 'unshare did not create a network namespace.' >&2
  exit 1
fi
command -v ip > /dev/null || {
  echo 'ip (Debian: package iproute2) is missing.' >&2
  exit 1
}
ip link set lo up
# Creates a pair of connected interfaces with an unused address: with only the loopback interface, a browser reports to pages
# that it is offline.
ip link add cable0 type veth peer name cable1
for end in cable0 cable1; do
  # A change of interfaces aborts the requests of browsers, so no address is assigned automatically later.
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
