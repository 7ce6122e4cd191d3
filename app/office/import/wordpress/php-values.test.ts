import { expect, test } from "vitest"
import { leastCpuMs } from "#test/cpu-time.ts"
import { readPhp } from "./php-values.ts"

test.each([
  ['s:5:"été";', "été"],
  ['s:9:"a";s:1:"b";', 'a";s:1:"b'],
  ["i:-12;", -12],
  ["d:0.5;", 0.5],
  ["b:1;", true],
  ["N;", null],
  ["a:0:{}", new Map()],
  [
    'a:2:{s:1:"a";i:1;i:7;a:1:{i:0;s:3:"日";}}',
    new Map<string, unknown>([
      ["a", 1],
      ["7", new Map([["0", "日"]])],
    ]),
  ],
])("%s is %s", (text, value) => {
  expect(readPhp(text)).toEqual(value)
})

test.each([
  ["an object", 'O:8:"stdClass":1:{s:1:"a";i:1;}'],
  ["an object in an array", 'a:1:{i:0;O:8:"stdClass":0:{}}'],
  ["a class of its own", 'C:3:"Foo":2:{ab}'],
  ["a reference", "a:2:{i:0;i:1;i:1;R:2;}"],
  ["a text that is longer than it says", 's:2:"été";'],
  ["a text that is shorter than it says", 's:99:"a";'],
  ["an array that ends early", 'a:2:{s:1:"a";i:1;}'],
  ["an array of more than anybody keeps", "a:999999999:{}"],
  ["an array as a key", "a:1:{a:0:{}i:1;}"],
  ["too deep", "a:1:{i:0;".repeat(100)],
  ["a number that is none", "i:1e3;"],
  ["no number", "i:;"],
  ["words", "bonjour"],
  ["nothing", ""],
])("%s is no value", (_, text) => {
  expect(readPhp(text)).toBeUndefined()
})

test("a value is read in time that grows with its length", async () => {
  const many = `a:9000:{${Array.from({ length: 9_000 }, (_, at) => `i:${at};s:40:"${"a".repeat(40)}";`).join("")}}`
  expect(readPhp(many)).toHaveProperty("size", 9_000)
  expect(await leastCpuMs(500, () => readPhp(many))).toBeLessThan(500)
})
