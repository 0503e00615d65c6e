#!/bin/sh
# enter-root.sh <root> <host files> <directory> <user> <command...>: runs a command in a root file system, in namespaces
# that the caller unshares, so that no mount and no process outlives it. Keeps the caller's environment.
set -eu
root=$1 host_files=$2 directory=$3 user=$4
shift 4

mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755,nosuid tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir -p "$root/dev/shm" "$root/dev/pts"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$root/dev/shm"
ln -s /proc/self/fd "$root/dev/fd"
ln -s fd/0 "$root/dev/stdin"
ln -s fd/1 "$root/dev/stdout"
ln -s fd/2 "$root/dev/stderr"

# As an engine does: uses this machine's name resolution without changing the root.
for file in resolv.conf hosts; do
  [ -e "/etc/$file" ] || continue
  [ -e "$root/etc/$file" ] || : >"$root/etc/$file"
  mount --bind "/etc/$file" "$root/etc/$file"
done
mount --bind "$host_files" "$root/mnt"

# pivot_root, because the kernel refuses user namespaces, and so Chromium's sandbox, inside a chroot.
cd "$root"
pivot_root . .
umount -l .
exec chroot --userspec="$user" / /bin/sh -c 'cd "$0" && exec "$@"' "$directory" "$@"
