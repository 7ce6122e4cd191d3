import { Readable } from "node:stream"
import { expect, test } from "vitest"
import { LineTooLongError, readLines } from "./lines.server.ts"

test.each([
  ["nothing", "", []],
  ["one line", "a\n", ["a"]],
  ["a last line without its end", "a\nb", ["a", "b"]],
  ["empty lines", "\n\na\n\n", ["", "", "a", ""]],
  ["other ends of lines", "a\r\nb\u2028c\u2029\u0085\n", ["a\r", "b\u2028c\u2029\u0085"]],
  ["other scripts", "🎤é\n日本\n", ["🎤é", "日本"]],
])("%s, wherever the stream is cut", async (_name, text, lines) => {
  const bytes = Buffer.from(text)
  for (let size = 1; size <= bytes.length + 1; size += 1) {
    const pieces: Buffer[] = []
    for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
    expect(await Array.fromAsync(readLines(Readable.from(pieces), bytes.length))).toEqual(lines)
  }
})

test("a line without end is given up, however many stood before it", async () => {
  let sent = 0
  function* endless() {
    yield Buffer.from("ab\n".repeat(10))
    for (;;) {
      sent += 1
      yield Buffer.from("cd")
    }
  }
  const lines: string[] = []
  const reading = async () => {
    for await (const line of readLines(Readable.from(endless()), 10)) lines.push(line)
  }
  await expect(reading()).rejects.toThrow(LineTooLongError)
  expect(lines).toEqual(Array.from({ length: 10 }, () => "ab"))
  expect(sent).toBeLessThan(100)
})
