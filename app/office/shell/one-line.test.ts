import { expect, test } from "vitest"
import type { z } from "zod"
import "#app/office/types/types.server.ts"
import { fieldsIn, shapeOf } from "#app/kit/form/field-facts.ts"
import { managedTypes } from "#app/content/types.server.ts"
import { profileSchema } from "#app/accounts/users/profile.schema.ts"
import { passkeyNameSchema } from "#app/accounts/profile/security/security.schema.ts"
import { commentSchema } from "#app/audience/comments/comments.schema.ts"
import { messageSchema } from "#app/audience/contact/contact.schema.ts"
import { preferencesSchema } from "#app/audience/newsletter/preferences.schema.ts"
import { definitionsOf } from "#app/base/settings/definitions.server.ts"
import { GROUPS, type GroupName } from "#app/base/settings/groups.ts"
import { peopleField } from "#app/podcast/guests/guest-form.schema.ts"
import { postSchema } from "#app/writing/blog/post-form.schema.ts"

const TYPED = " Awa\r\nDiallo\u0008\t\u202e2\u2028"
const READ = "Awa Diallo 2"

const FORMS: [what: string, schema: z.ZodType][] = [
  ["a comment", commentSchema],
  ["a message", messageSchema],
  ["a subscriber", preferencesSchema],
  ["a profile", profileSchema],
  ["a passkey", passkeyNameSchema],
  ...managedTypes().map(({ words, form }): [string, z.ZodType] => [words.theOne, form]),
]
const LINES = FORMS.flatMap(([what, schema]) =>
  Array.from(fieldsIn(schema))
    // What is no address is no line either.
    .filter(([name, { takes }]) => takes === "line" && name !== "email")
    .map(([name]) => ({ what, name, field: shapeOf(schema)[name] })),
)
test.each(LINES)("19.1 $name of $what is on one line, without what nobody sees", ({ field }) => {
  expect(field?.parse(TYPED)).toBe(READ)
})

const TEXTS: [what: string, schema: z.ZodType, name: string][] = [
  ["a comment", commentSchema, "content"],
  ["a message", messageSchema, "message"],
  ["an article", postSchema, "excerpt"],
]

test.each(TEXTS)("the text of %s keeps its lines", (_what, schema, name) => {
  expect(shapeOf(schema)[name]?.parse("une ligne\r\net\tdemie\u0008\n")).toBe("une ligne\net\tdemie")
})

test("the people of an episode are a name a line", () => {
  expect(peopleField().parse("Awa\t\u202eDiallo\u0008\r\nSam [sam]")).toEqual([
    { name: "Awa Diallo", slug: null },
    { name: "Sam", slug: "sam" },
  ])
})

test("settings of one line are on one line, in lists too, and texts keep theirs", () => {
  expect(readings("text", "a b", "a\r\nb\u0008")).toEqual(["a b"])
  expect(readings("area", "a\nb", "a\r\nb\u0008")).toEqual(["a\nb"])
  const { header } = definitionsOf("navigation")
  expect(header?.schema.parse([{ label: "À\npropos", to: "/about", isHidden: false }])).toMatchObject([
    { label: "À propos" },
  ])
})

/** All that the settings of a kind make of a value, but for those that do not take its plain spelling. */
function readings(kind: string, plain: string, typed: string) {
  const found = (Object.keys(GROUPS) as GroupName[])
    .flatMap((group) => Object.values(definitionsOf(group)))
    .filter(({ field, schema }) => field.kind === kind && schema.safeParse(plain).success)
  return [...new Set(found.map(({ schema }) => schema.safeParse(typed).data))]
}
