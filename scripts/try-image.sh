#!/usr/bin/env bash
# Builds the image (Containerfile) from the release in release/, or from the archive that is named, and tries it: it starts as
# its account on a root that nobody may write in, answers, ends when it is told to, and finds its data again. As root, with
# Debian's buildah and mmdebstrap; BASE names another base image than a Debian that is made here.
#   scripts/try-image.sh [cko-1.0.0-linux-x64.tar.gz]
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
site=
buildah() { command buildah --storage-driver vfs --root "$work/images" --runroot "$work/run" "$@"; }
finish() {
  [ -z "$site" ] || kill "$site" 2>/dev/null || true
  [ -z "$site" ] || wait "$site" 2>/dev/null || true
  buildah rm --all >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

mkdir -p "$work/context/release" "$work/data"
cp Containerfile "$work/context"
cp ${1:-release/cko-*-linux-x64.tar.gz} "$work/context/release"
if [ -z "${BASE:-}" ]; then
  BASE=localhost/base
  mmdebstrap --quiet --variant=minbase "${SUITE:-bookworm}" "$work/base.tar"
  base=$(buildah from scratch)
  buildah add --quiet "$base" "$work/base.tar" / >/dev/null
  buildah commit --quiet --rm "$base" "$BASE" >/dev/null
fi
buildah bud --quiet --isolation chroot --format docker --pull-never --build-arg BASE="$BASE" --tag cko "$work/context" >/dev/null
image=$(buildah from --pull-never cko)
root=$(buildah mount "$image")
echo "image: $(du -sm "$root" | cut -f1) MB, of which /opt/cko $(du -sm "$root/opt/cko" | cut -f1) MB"

format='{{with .Docker.Config}}{{.User}} {{.StopSignal}} {{.Volumes}} {{.Healthcheck.Test}}{{end}}'
config=$(buildah inspect --type image --format "$format" cko)
[ "$config" = "10001:10001 SIGTERM map[/data:{}] [CMD /opt/cko/cko status]" ] || { echo "set otherwise: $config"; exit 1; }

# As containers have it: nothing but /data and /tmp is written in, and the site is process 1.
port=$(node -e 'const server = net.createServer().listen(0, () => { console.log(server.address().port); server.close() })')
cp /etc/hosts "$root/etc/hosts"
chown 10001:10001 "$work/data"
chmod 700 "$work/data"
inside='
  mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"
  mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/tmp" && mount --bind "$2" "$1/data"
  cd / && root=$1 && shift 2
  exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/cko-compiled "$@"'
in_image() { # <variables and command>
  local variables=()
  while [[ $1 == *=* ]]; do variables+=("$1"); shift; done
  exec unshare --mount --pid --fork --kill-child sh -euc "$inside" sh "$root" "$work/data" PORT="$port" "${variables[@]}" \
    chroot --userspec=10001:10001 "$root" "$@"
}

start() { # <variables>: starts the site and waits until it is in good health
  local began=$EPOCHREALTIME
  in_image "$@" /opt/cko/cko start >"$work/site.log" 2>&1 &
  site=$!
  until curl -fs "http://127.0.0.1:$port/healthz" >/dev/null; do
    kill -0 "$site" 2>/dev/null || { cat "$work/site.log"; exit 1; }
    sleep 0.1
  done
  echo "in good health after $(((${EPOCHREALTIME/./} - ${began/./}) / 1000)) ms"
  # What HEALTHCHECK calls.
  (in_image /opt/cko/cko status)
  curl -fs "http://127.0.0.1:$port/" -o "$work/home.html"
  grep -q "Derniers épisodes" "$work/home.html"
}
stop() {
  local status=0
  kill -TERM "$(cat "/proc/$site/task/$site/children")"
  wait "$site" || status=$?
  site=
  [ "$status" = 0 ] || { echo "ended with $status"; cat "$work/site.log"; exit 1; }
}

start STARTER_CONTENT=1
stop
# Without its data it would have no episodes.
start STARTER_CONTENT=0
stop
(in_image /opt/cko/cko backup /data/copie.cko.gz)
[ "$(stat -c %u "$work/data/copie.cko.gz")" = 10001 ]
echo "the image works"
