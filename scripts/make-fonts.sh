#!/bin/sh
# Cuts the fonts to what the site shows: `scripts/make-fonts.sh`. The results are committed (app/kit/styles/fonts/), so only
# who changes the characters or the weights needs npm and Python here.
#
# Each font becomes three files, of which fonts.css says for which characters they are loaded: what French pages consist of,
# the rest of Latin-1 and of western punctuation, and the other Latin letters.
set -eu
out=$(cd "$(dirname "$0")/.." && pwd)/app/kit/styles/fonts
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m venv python
python/bin/pip install --quiet fonttools==4.66.1 brotli==1.2.0
# The faces of headlines that hosts choose from, each in one weight.
DISPLAY="anton:400 bebas-neue:400 barlow-condensed:800 staatliches:400 yanone-kaffeesatz:700"
for face in $DISPLAY; do
  npm pack --silent "@fontsource/${face%:*}@5.3.0" >/dev/null
done
npm pack --silent @fontsource-variable/hanken-grotesk@5.3.0 >/dev/null
for archive in *.tgz; do mkdir "${archive%.tgz}" && tar -xzf "$archive" -C "${archive%.tgz}" --strip-components 1; done
hanken=fontsource-variable-hanken-grotesk-5.3.0

FRENCH="20-7E,A0-A1,A3,A7,A9,AB,B0,B2-B3,B7,BB,BF-FF,152-153,2009,2013-2014,2018-201A,201C-201E,2022,2026,2039-203A,20AC,2122,2212"
REST="A2,A4-A6,A8,AA,AC-AF,B1,B4-B6,B8-BA,BC-BE,131,2BB-2BC,2C6,2DA,2DC,300-329,200B,2032-2033,2044,2191,2193,2215"
# Small capitals, fractions and the like are not used.
subset() {
  python/bin/pyftsubset "$1" --unicodes="$2" --output-file="$out/$3.woff2" \
    --flavor=woff2 --layout-features=kern,liga,ccmp,locl,mark,mkmk
}

# Hints would nearly double Anton's size, for screens of long ago. What is left says that there are none on purpose (as in
# Hanken Grotesk): without it, FreeType would make up its own, and other widths with them.
for face in $DISPLAY; do for part in latin latin-ext; do
  name=${face%:*}
  python/bin/python - "fontsource-$name-5.3.0/files/$name-$part-${face#*:}-normal.woff2" "$name-$part.ttf" <<'PYTHON'
import sys
from fontTools.subset import Options, Subsetter, load_font, save_font
from fontTools.ttLib import newTable
from fontTools.ttLib.tables.ttProgram import Program

options = Options(hinting=False, layout_features=["*"], glyph_names=True, notdef_outline=True)
font = load_font(sys.argv[1], options)
subsetter = Subsetter(options)
subsetter.populate(glyphs=font.getGlyphOrder())
subsetter.subset(font)
font["prep"] = newTable("prep")
font["prep"].program = Program()
font["prep"].program.fromBytecode([0xB8, 0x01, 0xFF, 0x85, 0xB0, 0x04, 0x8D])
font.flavor = None
save_font(font, sys.argv[2], options)
PYTHON
done; done

# The outlines of capitals, for the pictures that the server draws: it has no fonts. Coordinates of 1,000 units each em.
outlines=$out/../../../base/settings/appearance/pictures/outlines
mkdir -p "$outlines"
for face in $DISPLAY; do
  python/bin/python - "${face%:*}-latin.ttf" "$outlines/${face%:*}.json" <<'PYTHON'
import json, sys
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

CHARACTERS = " !\"#$%&'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ§°«»¡¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞŒ–—‘’“”•…€"
font = TTFont(sys.argv[1])
names, glyphs = font.getBestCmap(), font.getGlyphSet()
scale = 1000 / font["head"].unitsPerEm
made = {}
for character in CHARACTERS:
    name = names.get(ord(character))
    if name is None:
        continue
    pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
    glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
    made[character] = [round(glyphs[name].width * scale), pen.getCommands()]
capital = round(font["OS/2"].sCapHeight * scale)
with open(sys.argv[2], "w") as file:
    json.dump({"capital": capital, "glyphs": made}, file, ensure_ascii=False, indent=0)
    file.write("\n")
PYTHON
done

# All weights that the styles name.
for part in latin latin-ext; do
  python/bin/fonttools varLib.instancer --quiet "$hanken/files/hanken-grotesk-$part-wght-normal.woff2" wght=400:800 -o "hanken-grotesk-$part.ttf"
done
for face in $DISPLAY hanken-grotesk; do
  name=${face%:*}
  subset $name-latin.ttf "$FRENCH" $name
  subset $name-latin.ttf "$REST" $name-rest
  subset $name-latin-ext.ttf "100-130,132-151,154-2BA,2BD-2C5,2C7-2CC,2CE-2D7,2DD-2FF,1E00-1E9F,1EF2-1EFF,2020,20A0-20AB,20AD-20C0,2113,2C60-2C7F,A720-A7FF" $name-ext
done
for face in $DISPLAY; do cp "fontsource-${face%:*}-5.3.0/LICENSE" "$out/OFL-${face%:*}.txt"; done
cp $hanken/LICENSE "$out/OFL-hanken-grotesk.txt"
