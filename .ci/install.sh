#!/bin/sh
# Installs grundy from the address of a folder with its archive and SHA256SUMS:
#     sh install.sh ADDRESS [FOLDER]
# The program goes to FOLDER, or to ~/.local/bin.
set -eu
address=${1:?usage: sh install.sh ADDRESS [FOLDER]}
folder=${2:-$HOME/.local/bin}

case "$(uname -s) $(uname -m)" in
    "Linux x86_64") target=x86_64-unknown-linux-gnu ;;
    "Linux aarch64") target=aarch64-unknown-linux-musl ;;
    *) echo "no archive for $(uname -s) on $(uname -m): build grundy from a checkout" >&2; exit 1 ;;
esac
name=grundy-@VERSION@-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in "$name.tar.gz" SHA256SUMS; do
    curl --fail --silent --show-error --location --output "$work/$file" "$address/$file"
done
(cd "$work" && grep " $name.tar.gz\$" SHA256SUMS | sha256sum --check --quiet)
tar -xzf "$work/$name.tar.gz" -C "$work"
mkdir -p "$folder"
# A program that is running cannot be overwritten, but its name can be given to another one.
mv "$work/$name/grundy" "$folder/grundy"
echo "installed $folder/grundy; manual pages and completions are in the archive"
