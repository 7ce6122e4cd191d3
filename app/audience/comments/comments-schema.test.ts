import fc from "fast-check"
import { expect, test } from "vitest"
import { commentSchema } from "./comments.schema.ts"

const GOOD = { name: "Awa", email: "awa@cko.test", content: "Un commentaire" }
const parse = (values: Record<string, string>) => commentSchema.safeParse({ ...GOOD, ...values })
const lengthOf = (text: string) => [...text].length

test.each<[string, string, string]>([
  ["name", "  Kéza   Mondovi  ", "Kéza Mondovi"],
  ["name", "Kéza\r\n\tMondovi", "Kéza Mondovi"],
  ["name", "\u202eawA", "awA"],
  ["name", "🎤", "🎤"],
  ["name", "👩🏽‍🎤", "👩🏽‍🎤"],
  ["name", "D’Ak-47 (vrai)", "D’Ak-47 (vrai)"],
  ["name", "!", "!"],
  ["email", " AWA@CKO.Test ", "awa@cko.test"],
  ["content", " \r\n Un commentaire \t\n", "Un commentaire"],
  ["content", "Une ligne\r\nune autre", "Une ligne\nune autre"],
  ["content", "Une ligne\n\nune autre", "Une ligne\n\nune autre"],
  ["content", "Une ligne\n\n\n \n\nune autre", "Une ligne\n\nune autre"],
  ["content", "Un\u200b comm\u2066entaire\u0007", "Un commentaire"],
  ["content", "Une\ttabulation", "Une\ttabulation"],
  ["content", "مرحبا يا أصدقاء", "مرحبا يا أصدقاء"],
])("commentSchema takes the %s %j as %j", (field, typed, kept) => {
  expect(parse({ [field]: typed })).toMatchObject({ success: true, data: { [field]: kept } })
})

test.each([
  ["name", ""],
  ["name", "\u200b"],
  ["name", "\u00a0\u3000"],
  ["name", "\u200d\ufe0f"],
  ["content", "\u200b".repeat(20)],
  ["content", "\u00ad\u200d".repeat(20)],
  ["content", "a\n\n\n\n\n\n\n\n\n\n\nb"],
])("commentSchema sees that the %s %j is empty or too short", (field, typed) => {
  expect(parse({ [field]: typed }).success).toBe(false)
})

test("commentSchema keeps nothing longer, shorter or wider than it says, whatever is typed", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.string({ unit: "binary", maxLength: 200 }),
    fc
      .array(fc.constantFrom(" ", "\n", "\r\n", "a", "🎤", "\u200b"), { maxLength: 2_100 })
      .map((all) => all.join("")),
  )
  fc.assert(
    fc.property(text, text, (name, content) => {
      const parsed = parse({ name, content })
      if (!parsed.success) return
      const { data } = parsed
      expect(data.name).toBe(data.name.trim())
      expect(lengthOf(data.name)).toBeGreaterThanOrEqual(1)
      expect(lengthOf(data.name)).toBeLessThanOrEqual(100)
      expect(data.name).not.toMatch(/\s\s|[\r\n]/)
      expect(data.content).toBe(data.content.trim())
      expect(lengthOf(data.content)).toBeGreaterThanOrEqual(10)
      expect(lengthOf(data.content)).toBeLessThanOrEqual(2_000)
      expect(data.content).not.toMatch(/\r\n|\n\s*\n\s*\n|\u202e|\u200b/)
      // Posted again it is the same comment.
      expect(parse({ name: data.name, content: data.content })).toMatchObject({ success: true, data })
    }),
    { numRuns: 500 },
  )
})
