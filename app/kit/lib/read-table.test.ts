import { describe, expect, test } from "vitest"
import { openTable } from "./read-table.server.ts"

async function read(source: AsyncIterable<Uint8Array>) {
  const { lines } = await openTable(source)
  return Array.fromAsync(lines)
}
const readText = (text: string) => read(new Blob([text]).stream())

describe("a table", () => {
  test.each<[string, string, [number, string[]][]]>([
    [
      "with semicolons",
      "/a;/b\n/c;;410\n",
      [
        [1, ["/a", "/b"]],
        [2, ["/c", "", "410"]],
      ],
    ],
    [
      "with commas",
      "/a,/b;c,\r\n/c,/d",
      [
        [1, ["/a", "/b;c", ""]],
        [2, ["/c", "/d"]],
      ],
    ],
    ["with tabs", "/a\t/b, c", [[1, ["/a", "/b, c"]]]],
    ["with a byte-order mark", "\uFEFF/a;/b", [[1, ["/a", "/b"]]]],
    [
      "with empty rows",
      "\n\n/a;/b\n;;\n\n/c;/d\n",
      [
        [3, ["/a", "/b"]],
        [6, ["/c", "/d"]],
      ],
    ],
    [
      "with quoted cells",
      '"/a;1";"dit ""oui"""\n/c;/d',
      [
        [1, ["/a;1", 'dit "oui"']],
        [2, ["/c", "/d"]],
      ],
    ],
    [
      "with a line in a cell",
      '/a;"un\ndeux"\n/c;/d',
      [
        [1, ["/a", "un\ndeux"]],
        [3, ["/c", "/d"]],
      ],
    ],
    ["with Excel’s first line", "sep=;\r\n/a,1;/b\r\n", [[2, ["/a,1", "/b"]]]],
    ["with that line as a spreadsheet saves it again", '"sep=,",\n/a;1,/b', [[2, ["/a;1", "/b"]]]],
    ["with that line and tabs", "sep=\\t\n/a\t/b", [[2, ["/a", "/b"]]]],
    [
      "below a title that has other signs",
      "Export, du 12 novembre, à midi\nNom;Adresse\nAwa;12, rue\nLéa;3, quai",
      [
        [1, ["Export, du 12 novembre, à midi"]],
        [2, ["Nom", "Adresse"]],
        [3, ["Awa", "12, rue"]],
        [4, ["Léa", "3, quai"]],
      ],
    ],
    ["that ends behind a delimiter", "/a;", [[1, ["/a", ""]]]],
    ["of nothing", "", []],
  ])("%s is read", async (_what, text, rows) => {
    expect(await readText(text)).toEqual(rows.map(([line, cells]) => ({ line, cells })))
  })

  test("is the same in whatever pieces it comes", async () => {
    const text = 'Prénom;"deux\r\nlignes"\r\n\r\nÉlé;l’œil'
    async function* inPieces(size: number) {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const whole = await readText(text)
    expect(whole).toEqual([
      { line: 1, cells: ["Prénom", "deux\nlignes"] },
      { line: 4, cells: ["Élé", "l’œil"] },
    ])
    for (const size of [1, 2, 8, 9, 10, 11, 13, 30]) expect(await read(inPieces(size))).toEqual(whole)
  })

  test.each<[string, string, number[]]>([
    ["an old Mac", "Mac Roman", [0x8e, 0x8f, 0x8d, 0xd5, 0xcf]],
    ["Windows", "Windows-1252", [0xe9, 0xe8, 0xe7, 0x92, 0x9c]],
  ])("has its letters as %s writes them", async (_what, encoding, bytes) => {
    const { shape, lines } = await openTable(new Blob([new Uint8Array([...bytes, 10])]).stream())
    expect(await Array.fromAsync(lines)).toEqual([{ line: 1, cells: ["éèç’œ"] }])
    expect(shape.encoding).toBe(encoding)
  })

  test.each([
    ["a quotation mark that is never closed", '/a;"/b\n/c;/d'],
    ["that, and many lines", `/a;"${"/b\n".repeat(1_000_000)}`],
    ["a line that never ends", ";".repeat(50_000_000)],
    ["a long cell", "x".repeat(30_000)],
  ])("with %s is refused, soon", async (_what, text) => {
    await expect(readText(text)).rejects.toThrow(
      /^Vers la ligne [\d\s]+, un guillemet .*, ou la ligne est trop longue/,
    )
  })

  test("has a hundred columns at most, and any signs in its cells", async () => {
    const [line] = await readText(`${"ab\u0000c;".repeat(3_000)}\nx`)
    expect(line?.cells).toHaveLength(100)
  })
})
