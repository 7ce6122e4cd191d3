import { expect, test } from "vitest"
import { highlight, type Line } from "./highlight.ts"

const spell = ({ style, pieces }: Line) =>
  (style ? `${style}: ` : "") +
  pieces.map((piece) => (piece.style ? `{${piece.style} ${piece.text}}` : piece.text)).join("")

test.each([
  ["un **gras** et _penché_", "un {bold **gras**} et {italic _penché_}"],
  ["## Titre", "heading: {sign ## }Titre"],
  ["> cité", "quote: {sign > }cité"],
  ["- [x] fait", "{sign - [x] }fait"],
  ["[lien](https://a.fr) https://b.fr", "{link [lien](https://a.fr)} {link https://b.fr}"],
  ["`**code**` ~~non~~", "{code `**code**`} {struck ~~non~~}"],
  ["snake_case_name 2 * 3 * 4", "snake_case_name 2 * 3 * 4"],
  ["", ""],
])("%j is seen as %j", (text, seen) => {
  expect(highlight(text).map(spell).join("\n")).toBe(seen)
})

test("what is between fences is code", () => {
  expect(highlight("```\n**a**\n```\n**b**").map(spell)).toEqual([
    "code: ```",
    "code: **a**",
    "code: ```",
    "{bold **b**}",
  ])
})

test.each(["[", "*", "_a", "`", "~~", "![](", "**a"])(
  "no letter is lost or moved, however often %j comes",
  (sign) => {
    const text = sign.repeat(20_000) + "\n" + sign.repeat(900)
    const lines = highlight(text)
    expect(lines.map(({ pieces }) => pieces.map((piece) => piece.text).join("")).join("\n")).toBe(text)
  },
)
