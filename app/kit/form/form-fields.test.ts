import { expect, test } from "vitest"
import { z } from "zod"
import { fieldsIn, fieldWords, shownFields } from "./field-facts.ts"
import { leastCpuMs } from "#test/cpu-time.ts"
import {
  checkbox,
  choice,
  day,
  editedRow,
  markdownText,
  mediaAddress,
  optionalLines,
  optionalText,
  publicationDay,
  requiredLines,
  requiredText,
  slug,
  webAddress,
} from "./form-fields.ts"

/** What a field makes of a value, or what it says is wrong. */
function read(schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : { problem: parsed.error.issues[0]?.message }
}
const problem = (text: string) => ({ problem: text })

test.each([
  [undefined, ""],
  ["", ""],
  ["  Été \r\n", "Été"],
  ["12345", "12345"],
  [" 12345 ", "12345"],
  ["123456", problem("Le nom doit contenir moins de 5 caractères")],
])("a text reads %j as %j", (value, expected) => {
  expect(read(optionalText("Le nom", 5), value)).toEqual(expected)
  expect(read(optionalLines("Le nom", 5), value)).toEqual(expected)
})

test.each([
  ["a\r\nb\nc\td", "a b c d", "a\nb\nc\td"],
  ["a\rb", "a b", "a\nb"],
  ["a\u0008b\u001b[1m\u007f\u0085c", "a b [1m c", "ab[1mc"],
  ["a\v\fb", "a b", "ab"],
  ["a\u2028b\u2029c", "a b c", "a\u2028b\u2029c"],
  ["\u202egnp\u202c.\u2066exe\u2069", "gnp.exe", "\u202egnp\u202c.\u2066exe\u2069"],
  ["Ça\u202f? Oui\u00a0: 👩\u200d🎤", "Ça\u202f? Oui\u00a0: 👩\u200d🎤", "Ça\u202f? Oui\u00a0: 👩\u200d🎤"],
])("%j is %j on one line, and %j on several", (value, onOne, onSeveral) => {
  expect(read(requiredText("Le nom", 50), value)).toBe(onOne)
  expect(read(optionalLines("Le texte", 50), value)).toBe(onSeveral)
  expect(read(markdownText("Le texte"), value)).toBe(onSeveral)
})

test.each([
  [undefined, ""],
  [" \r\n\t\u00a0", ""],
  ["    code\r\n\r\nfin  \r\n", "    code\n\nfin  \n"],
  ["a".repeat(100_001), problem("Le texte doit contenir moins de 100\u202f000 caractères")],
])("a text in Markdown stays what was typed: %j", (value, expected) => {
  expect(read(markdownText("Le texte"), value)).toEqual(expected)
})

test("a text in Markdown that is required shows something", () => {
  expect(read(markdownText("Le texte", { isRequired: true }), " \n")).toEqual(problem("Le texte est requis"))
})

test("a text names large limits as the French write them", () => {
  expect(read(optionalText("Le nom", 1_000_000), "a".repeat(1_000_001))).toEqual(
    problem(`Le nom doit contenir moins de ${(1_000_000).toLocaleString("fr-FR")} caractères`),
  )
})

test.each([undefined, "", "   ", "\r\n\t", "\u00a0", "\u2003"])(
  "19.2 a text that is required is not %j",
  (value) => {
    expect(read(requiredText("Le titre", 5), value)).toEqual(problem("Le titre est requis"))
    expect(read(requiredText("La catégorie", 5), value)).toEqual(problem("La catégorie est requise"))
  },
)

const WEB = [
  "https://cko.test",
  "http://cko.test:8080/a?b=c#d",
  "HTTPS://CKO.test/É",
  "https://xn--cko.test/%20",
  "https://[::1]/a",
  `https://cko.test/${"a".repeat(1_983)}`,
]
const NO_ADDRESS = [
  ...["javascript:alert(1)", "JavaScript:alert(1)", "java\nscript:alert(1)", "\u0001javascript:alert(1)"],
  ...["data:text/html,<b>", "vbscript:x", "blob:https://cko.test/1", "file:///etc/passwd", "ftp://a.example"],
  ...["//evil.example", "/\\evil.example", "\\\\evil.example", "\\/evil.example", "/\t/evil.example"],
  ...[
    "/..//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2E%2e//evil.example",
    "/..\\/evil.example",
  ],
  ...["https:evil.example", "https:/evil.example", "https:///evil.example", "https://\\evil.example"],
  ...["https://", "https://?a", "https://#a", "http://a b.example", "http://[::1", "https://a.example/a b"],
  ...["a", "#a", "?a", "./a.jpg", "../a.jpg", "a.jpg", "photo de nuit.png", "awa@cko.test", "12.5", "a..b"],
  ...[
    "javascript.test:alert(1)",
    "cko.test:javascript",
    "cko.test\\a",
    "cko.test/a b",
    ".cko.test",
    "localhost",
  ],
]

test.each([...WEB, ` ${WEB[0]}\n`])("18.4 an address can be %j", (value) => {
  expect(read(webAddress("L’adresse"), value)).toBe(value.trim())
  expect(read(mediaAddress("L’adresse"), value)).toBe(value.trim())
})

test.each([undefined, "", "  "])("an address can be left out: %j", (value) => {
  expect(read(webAddress("L’adresse"), value)).toBeNull()
  expect(read(mediaAddress("L’adresse"), value)).toBeNull()
})

test.each([
  "cko.test",
  "www.cko.test",
  "youtube.com/watch?v=a&t=1#b",
  "YOUTU.BE/a",
  "cko.test:8080/a.jpg",
  "été.example/a.png?b",
  "ma_page.example",
])("18.4 an address is completed: %j", (value) => {
  expect(read(webAddress("L’adresse"), ` ${value}`)).toBe(`https://${value}`)
  expect(read(mediaAddress("L’adresse"), value)).toBe(`https://${value}`)
})

test.each([
  "a.".repeat(50_000),
  "a".repeat(100_000),
  `${"a".repeat(50_000)}.${"-".repeat(50_000)}`,
  "é.é".repeat(30_000),
])("an address is not pondered over, however long (%#)", async (value) => {
  const look = () => expect(read(webAddress("L’adresse"), value)).toHaveProperty("problem")
  expect(await leastCpuMs(50, look)).toBeLessThan(50)
})

test.each(NO_ADDRESS)("18.4 an address cannot be %j", (value) => {
  const wanted = "L’adresse doit être une adresse qui commence par https://"
  expect(read(webAddress("L’adresse"), value)).toEqual(problem(`${wanted} ou http://`))
  expect(read(mediaAddress("L’adresse"), value)).toEqual(problem(`${wanted}, http:// ou /`))
})

test.each(["/a.jpg", "/", "/starter/1.jpg?a#b", "/a//b", "/a/../b", "/?a=/..//b"])(
  "an address of a picture can be %j, on this site",
  (value) => {
    expect(read(mediaAddress("L’adresse"), value)).toBe(value)
    expect(read(webAddress("L’adresse"), value)).toHaveProperty("problem")
  },
)

test("an address has its limit", () => {
  const tooLong = `https://cko.test/${"a".repeat(1_984)}`
  const sentence = `L’adresse doit contenir moins de ${(2_000).toLocaleString("fr-FR")} caractères`
  expect(read(webAddress("L’adresse"), tooLong)).toEqual(problem(sentence))
  expect(read(mediaAddress("L’adresse"), tooLong)).toEqual(problem(sentence))
})

test.each([
  [undefined, false],
  ["on", true],
  ["", problem("Publier : valeur inconnue")],
  ["true", problem("Publier : valeur inconnue")],
  ["ON", problem("Publier : valeur inconnue")],
])("a box, and a choice reads %j as %j", (value, expected) => {
  expect(read(checkbox("Publier"), value)).toEqual(expected)
})

test.each(["", "c", "A", " a", "constructor", "__proto__", undefined])(
  "a box, and a choice is not %j",
  (value) => {
    expect(read(choice("Le rôle", ["a", "b"]), value)).toEqual(problem("Le rôle : valeur inconnue"))
    expect(read(choice("Le rôle", ["a", "b"]), "b")).toBe("b")
  },
)

test.each([
  [undefined, null],
  ["", null],
  [" 2026-03-04 ", "2026-03-04"],
  ["2024-02-29", "2024-02-29"],
])("a day reads %j as %j", (value, expected) => {
  expect(read(day("La date"), value)).toBe(expected)
  expect(read(publicationDay(), value)).toBe(expected)
})

test.each([
  ...["2026-02-29", "2026-02-31", "2026-13-01", "2026-00-10", "2026-3-4", "04/03/2026", "abc", "20260304"],
  ...["2026-03-04T00:00", "99999-01-01", "-2026-03-04", "0000-00-00", "2026-03-04 x"],
])("a day is not %j", (value) => {
  expect(read(day("La date"), value)).toEqual(problem("La date n’est pas une date valide"))
  expect(read(publicationDay(), value)).toEqual(problem("La date de publication n’est pas une date valide"))
})

test.each([
  ["1900-01-01", true],
  ["2100-12-31", true],
  ["1899-12-31", false],
  ["2101-01-01", false],
])("18.2 a day of publication %s is in range: %s", (value, isValid) => {
  const refused = problem("La date de publication doit être comprise entre 1900 et 2100")
  expect(read(publicationDay(), value)).toEqual(isValid ? value : refused)
})

test.each([
  ["Été à Paris", "ete-a-paris"],
  [" L’Œuvre : n° 1 ! ", "l-oeuvre-n-1"],
  ["déjà--vu_", "deja-vu"],
  ["../../etc", "etc"],
  ["<script>alert(1)</script>", "script-alert-1-script"],
  [undefined, problem("Le slug est requis")],
  ["«!»", problem("Le slug est requis")],
  ["日本", problem("Le slug est requis")],
  ["a".repeat(200), "a".repeat(200)],
  ["a".repeat(201), problem("Le slug doit contenir moins de 200 caractères")],
])("the slug of %j is %j", (value, expected) => {
  expect(read(slug(), value)).toEqual(expected)
})

test.each(["", "0", "-1", "1.5", "abc", "2147483648", "99999999999999999999", "Infinity", "1'--", undefined])(
  "%j names no row, and no version",
  (value) => {
    expect(editedRow.safeParse({ id: value, version: "1" }).success).toBe(false)
    expect(editedRow.safeParse({ id: "1", version: value }).success).toBe(false)
    expect(editedRow.parse({ id: "12", version: "2147483647" })).toEqual({ id: 12, version: 2_147_483_647 })
  },
)

test("what a form's schema says of its fields follows from its blocks, whatever else is made of them", () => {
  const schema = z
    .object({
      title: requiredText("Le titre", 300),
      category: requiredText("La catégorie", 100).default("a"),
      links: optionalLines("Les liens", 50).transform((text) => text.split("\n")),
      youtubeUrl: webAddress("L’URL YouTube"),
      isPublished: checkbox("Publier la page", "publié"),
      unseen: z.string().default(""),
    })
    .refine(() => true)
    .transform((form) => form)
  expect(shownFields(schema)).toEqual({
    title: { label: "Titre", required: true },
    category: { label: "Catégorie" },
    links: { label: "Liens" },
    youtubeUrl: { label: "URL YouTube" },
    isPublished: { label: "Publier la page" },
  })
  expect(Object.values(fieldWords(schema))).toEqual(["titre", "catégorie", "liens", "URL YouTube", "publié"])
  expect(fieldsIn(schema).get("links")).toEqual({
    ...{ label: "Les liens", takes: "lines", longest: 50 },
    isRequired: false,
  })
})

test("what is said of several says so", () => {
  expect(read(optionalLines("Les liens", 5), "123456")).toEqual(
    problem("Les liens doivent contenir moins de 5 caractères"),
  )
  expect(read(requiredLines("Les liens", 5), "")).toEqual(problem("Les liens sont requis"))
})
