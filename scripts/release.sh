#!/usr/bin/env bash
# Makes a release: all that a user can install, of the commit of a tag, in one folder.
#
#   scripts/release.sh TAG [FOLDER [PLATFORM…]]
#
# TAG is v0.1.0 or v0.1.0-rc.1, FOLDER is artifacts/release/TAG unless another is named, and must not exist yet. Without a PLATFORM
# there are archives for linux-x64, linux-arm64, win-x64 and osx-arm64. The notes are the section of that version in CHANGELOG.md, of a
# version with a "-" the section Unreleased.
#
# The same tag gives the same bytes, wherever the repository lies, with the same versions of the .NET SDK, gzip and zip.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C TZ=UTC DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 MSBUILDDISABLENODEREUSE=1
# One compiler for all of it, which saves a third of the time. It has a name of its own, so that it can be ended with this script.
export UseSharedCompilation=true SharedCompilationId=filetransfer-release-$$
umask 022

fail() { echo "release.sh: $1" >&2; exit 2; }

[ $# -ge 1 ] || fail "usage: scripts/release.sh TAG [FOLDER [PLATFORM…]]"
tag=$1
version=${tag#v}
[[ "$tag" =~ ^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "'$tag' is no tag of a version, such as v0.1.0 or v0.1.0-rc.1"
commit=$(git rev-parse --verify --quiet "refs/tags/$tag^{commit}") || fail "there is no tag $tag; 'git tag $tag' names the commit to release"
folder=$(realpath -m "${2:-artifacts/release/$tag}")
[ ! -e "$folder" ] || fail "$folder exists already; remove it, or name another folder"
platforms=("${@:3}")
[ ${#platforms[@]} -gt 0 ] || platforms=(linux-x64 linux-arm64 win-x64 osx-arm64)
for tool in dotnet gzip sha256sum tar zip; do
    command -v "$tool" > /dev/null || fail "needs $tool"
done

work=$(mktemp -d)
finish() {
    local version sdk
    version=$(dotnet --version)
    sdk=$(dotnet --list-sdks | sed -n "s|^$version \[\(.*\)\]$|\1/$version|p")
    dotnet "$sdk/Roslyn/bincore/VBCSCompiler.dll" -shutdown "-pipename:$SharedCompilationId" > /dev/null 2>&1 || true
    rm -rf "$work"
}
trap finish EXIT
out=$work/out
mkdir "$out" "$work/archives"

# What is committed, and nothing else. Whoever fetches it from an address finds the sources there.
address=$(git remote get-url origin 2> /dev/null || true)
git clone --quiet --no-checkout . "$work/source"
cd "$work/source"
git checkout --quiet --detach "$commit"
if [[ "$address" == *://* || "$address" == git@* ]]; then git remote set-url origin "$address"; else git remote remove origin; fi
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

heading=$version
[[ "$version" != *-* ]] || heading=Unreleased
notes=$(awk -v heading="$heading" '/^## / { inside = $2 == heading; next } inside && (NF || begun) { begun = 1; print }' CHANGELOG.md)
[ -n "$notes" ] || fail "CHANGELOG.md of $tag has nothing under '## $heading'"
echo "$notes" > "$out/release-notes.md"

build=(-c Release --nologo -v quiet -p:Strict=false -p:ContinuousIntegrationBuild=true "-p:MinVerVersionOverride=$version")
echo "== packages of $tag, commit $commit"
for project in scripts/release.slnf templates; do
    dotnet restore "$project" --locked-mode -v quiet
    dotnet pack "$project" --no-restore "${build[@]}" "-p:PackageOutputPath=$out/"
done

# An archive is one folder. A publish leaves times, owners and permissions that differ from machine to machine.
archive() {
    local name=$1
    cd "$work/archives"
    find "$name" -type d -exec chmod 755 {} + -o -type f -exec chmod 644 {} +
    find "$name" -maxdepth 1 \( -name filetransfer -o -name FileTransfer.Server -o -name createdump \) -exec chmod 755 {} +
    find "$name" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
    if [[ "$name" == *-win-* ]]; then
        find "$name" -type f | sort | zip -q -X -@ "$out/$name.zip"
    else
        tar --create --sort=name --format=gnu --owner=0 --group=0 --numeric-owner "$name" | gzip -n > "$out/$name.tar.gz"
    fi
    rm -r "$name"
}

archiving=
for platform in "${platforms[@]}"; do
    echo "== archive for $platform"
    name=filetransfer-$version-$platform
    dotnet publish src/Harness -r "$platform" --self-contained -o "$work/archives/$name" "${build[@]}"
    cp LICENSE README.md "$work/archives/$name"
    # One processor compresses while the other publishes the next.
    [ -z "$archiving" ] || wait "$archiving"
    archive "$name" &
    archiving=$!
done
wait "$archiving"

cd "$out"
sums=$(sha256sum -- *)
echo "$sums" > SHA256SUMS
mkdir -p "$(dirname "$folder")"
mv "$out" "$folder"
echo "== $folder"
ls "$folder"
