#!/bin/sh
# Installs SpringRadio from the folder of this script, for this user, or removes it again. Nothing is asked.
#
# Usage: ./install.sh [--prefix FOLDER] [--uninstall]
#   --prefix FOLDER   where to install; ~/.local without it
#   --uninstall       remove what was installed there; settings, station lists and recordings stay
# Exit status: 0 done, 64 usage, 65 this folder is not complete, 69 this system is too old, 73 a file cannot be made.
set -eu
umask 022

name=install.sh
fail() {
  code=$1
  shift
  printf '%s: %s\n' "$name" "$*" >&2
  exit "$code"
}
usage() {
  printf 'usage: ./install.sh [--prefix FOLDER] [--uninstall]\n' >&2
  exit 64
}

prefix='' remove=
while [ $# -gt 0 ]; do
  case $1 in
    --prefix)
      [ $# -ge 2 ] || usage
      prefix=$2
      shift
      ;;
    --prefix=*) prefix=${1#--prefix=} ;;
    --uninstall) remove=yes ;;
    -h | --help)
      sed -n '2,/^set /s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *) usage ;;
  esac
  shift
done
if [ -z "$prefix" ]; then
  [ -n "${HOME:-}" ] || fail 64 'HOME is not set; name a folder with --prefix'
  prefix=$HOME/.local
fi
case $prefix in
  /*) ;;
  *) prefix=$PWD/$prefix ;;
esac
prefix=${prefix%/}
case $prefix in *[!A-Za-z0-9/._+@%~-]*) fail 64 "this folder's name has other characters than letters, digits and /._+@%~-: $prefix" ;; esac

# What was installed, one path in a line, from the prefix.
list=share/springradio/files
in_home=
[ -n "${HOME:-}" ] && case $prefix/ in "${HOME%/}"/?*) in_home=yes ;; esac

# remove_files: removes the files that the lines of standard input name, and folders that are empty then.
remove_files() {
  while IFS= read -r path; do
    case $path in '' | /* | *..*) continue ;; esac
    rm -f "$prefix/$path" || fail 73 "cannot remove $prefix/$path"
    folder=$(dirname "$path")
    while [ "$folder" != . ] && rmdir "$prefix/$folder" 2>/dev/null; do folder=$(dirname "$folder"); done
  done
}

if [ -n "$remove" ]; then
  [ -e "$prefix/$list" ] || fail 64 "there is no SpringRadio in $prefix; name its folder with --prefix"
  if [ -n "$in_home" ] && command -v systemctl >/dev/null 2>&1; then
    systemctl --user disable --now radiod.service >/dev/null 2>&1 || true
  fi
  cp "$prefix/$list" "${TMPDIR:-/tmp}/springradio-files.$$" || fail 73 "cannot write to ${TMPDIR:-/tmp}"
  remove_files <"${TMPDIR:-/tmp}/springradio-files.$$"
  rm -f "${TMPDIR:-/tmp}/springradio-files.$$" "$prefix/$list"
  rmdir "$prefix/share/springradio" "$prefix/share" "$prefix" 2>/dev/null || true
  printf 'SpringRadio is removed from %s. Your settings and stations stay in ~/.config/springradio and ~/.local/state/springradio.\n' \
    "$prefix"
  exit 0
fi

# --- What can be wrong with this folder or this system

source=$(cd "$(dirname "$0")" && pwd)
[ -e "$source/SHA256SUMS" ] || fail 65 "$source is not complete: unpack the archive again"
(cd "$source" && sha256sum --quiet -c SHA256SUMS) >/dev/null 2>&1 ||
  fail 65 "$source is not complete, or was changed: unpack the archive again"
needed=@GLIBC@
found=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/^glibc //') || found=
[ -n "$found" ] || fail 69 "this program needs the GNU C library $needed or newer, and this system has another one"
[ "$(printf '%s\n' "$needed" "$found" | sort -V | head -n 1)" = "$needed" ] ||
  fail 69 "this program needs the GNU C library $needed or newer (Debian 12, Ubuntu 24.04), and this system has $found"
[ "$(uname -m)" = @MACHINE@ ] || fail 69 "this program is for @MACHINE@, and this machine is $(uname -m)"

# --- All files are made beside their places first: a disk that is full changes nothing.

new=$prefix/.springradio-new
trap 'rm -rf "$new"' EXIT
trap 'exit 130' HUP INT TERM
if ! { mkdir -p "$prefix" && rm -rf "$new" && mkdir "$new"; } 2>/dev/null; then
  fail 73 "cannot write to $prefix; name another folder with --prefix"
fi
full() { fail 73 "cannot write to $prefix; nothing was changed there"; }
# copy FROM TO MODE
copy() {
  { mkdir -p "$new/$(dirname "$2")" && cp "$source/$1" "$new/$2" && chmod "$3" "$new/$2"; } || full
  printf '%s\n' "$2" >>"$new/files" || full
}
: >"$new/files" || full
(cd "$source" && find bin lib share -type f | LC_ALL=C sort) >"$new/all"
while IFS= read -r path; do
  to=$path mode=644
  case $path in
    bin/*) mode=755 ;;
    lib/systemd/system/*) [ -z "$in_home" ] || continue ;;
    lib/systemd/user/*) [ -z "$in_home" ] || to=share/systemd/user/${path##*/} ;; # where systemd looks in a home
  esac
  copy "$path" "$to" "$mode"
done <"$new/all"
copy install.sh share/springradio/install.sh 755
find "$new" -name '*.service' | while IFS= read -r unit; do
  sed "s|/@PREFIX@/|$prefix/|g" "$unit" >"$new/unit" && cat "$new/unit" >"$unit" || exit 1
done || full
printf '%s\n' "$list" >>"$new/files"

# --- From here on files change places. The list comes first and names all: what is interrupted can be removed.

mkdir -p "$prefix/share/springradio"
before=''
[ ! -e "$prefix/$list" ] || before=$(cat "$prefix/$list")
{ printf '%s\n' "$before"; cat "$new/files"; } | LC_ALL=C sort -u | sed '/^$/d' >"$new/both"
mv "$new/both" "$prefix/$list"
while IFS= read -r path; do
  [ "$path" != "$list" ] || continue
  if ! { mkdir -p "$prefix/$(dirname "$path")" && mv -f "$new/$path" "$prefix/$path"; }; then
    fail 73 "cannot write $prefix/$path; run this again, or with --uninstall"
  fi
done <"$new/files"
# Files of the version before that this one does not have.
printf '%s\n' "$before" | LC_ALL=C sort -u >"$new/before"
LC_ALL=C sort -u "$new/files" | LC_ALL=C comm -23 "$new/before" - | remove_files
mv "$new/files" "$prefix/$list"

# --- What to do next

printf '%s is installed in %s.\n' "$("$prefix/bin/radiod" --version)" "$prefix"
case ":${PATH:-}:" in
  *":$prefix/bin:"*) command=radiod ;;
  *)
    command=$prefix/bin/radiod
    # shellcheck disable=SC2016
    printf 'Its folder is not in PATH: start %s, or put this line into ~/.profile:\n    PATH="%s:$PATH"\n' "$command" "$prefix/bin"
    ;;
esac
"$prefix/bin/radiod" devices >/dev/null 2>"$new/problem" || sed 's/^radiod: //; s/^/For sound: /' "$new/problem"
printf 'Try it:  %s\n' "$command"
