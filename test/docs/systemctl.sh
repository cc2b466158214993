#!/bin/bash
# `systemctl` of a machine without systemd: starts what the units name, as their user with their environment.
set -euo pipefail

# A backslash at the end of a line continues it.
setting() { sed -e ':a; /\\$/ { N; s/\\\n//; ba }' "/etc/systemd/system/$1" | sed -n "s/^$2=//p"; }

run_unit() {
  local program
  program=$(setting "$1" ExecStart)
  set -a; . "$(setting "$1" EnvironmentFile)"; eval "$(setting "$1" Environment)"; set +a
  cd "$(setting "$1" WorkingDirectory)"
  # A unit doubles the percent sign.
  runuser --user="$(setting "$1" User)" -- /bin/sh -c "${program//%%/%}"
}

start() {
  case $1 in
    postgresql)
      pg_createcluster "$(ls /usr/lib/postgresql | tail -1)" main --start > /dev/null ;;
    redis-server) redis-server --daemonize yes > /dev/null ;;
    haproxy) mkdir -p /run/haproxy; haproxy -D -f /etc/haproxy/haproxy.cfg ;;
    leitor.service) run_unit "$1" > /var/log/leitor.log 2>&1 & ;;
    leitor-backup.service) run_unit "$1" ;;
    leitor-backup.timer) test -s "/etc/systemd/system/$1" ;;
    *) echo "unknown unit $1" >&2; exit 1 ;;
  esac
}

case $1 in
  daemon-reload) exit ;;
  enable | start | restart) shift ;;
  *) echo "unknown verb $1" >&2; exit 1 ;;
esac
for unit in "$@"; do
  test "$unit" = --now || start "$unit"
done
