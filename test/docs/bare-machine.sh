#!/bin/bash
# Runs the commands of standard input, as root, on what looks like this machine without the service: an overlay of its file system that is thrown
# away, with processes and a network of its own. `systemctl` starts programs as their units say.
# Usage: unshare --mount --net --pid --fork bare-machine.sh CHECKOUT NODE
set -euo pipefail
commands=$(cat)
checkout=$1 node=$2
layers=$(mktemp --directory)
mount -t tmpfs none "$layers"
mkdir "$layers"/{upper,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$layers/upper,workdir=$layers/work" "$layers/root"
root=$layers/root
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs none "$root/tmp"
mount -t tmpfs none "$root/run"
mkdir -p "$root/run/lock" "$root/opt/leitor"
chmod 1777 "$root/tmp" "$root/run/lock"
ip link set lo up
# What the steps that need the internet bring.
install -D "$node" "$root/usr/local/bin/node"
(cd "$checkout" && git ls-files -z | tar --create --null --files-from=-) | tar --extract --directory="$root/opt/leitor"
mkdir "$root/opt/leitor/node_modules"
mount --bind "$checkout/node_modules" "$root/opt/leitor/node_modules"
rm -rf "$root"/etc/postgresql/* "$root"/var/lib/postgresql/*
install "$(dirname "$0")/systemctl.sh" "$root/usr/local/sbin/systemctl"
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
exec chroot "$root" /bin/bash -euo pipefail -c "cd /
$commands" < /dev/null
