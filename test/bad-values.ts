import { type FieldFacts, fieldsIn, shownFields } from "#app/kit/form/field-facts.ts"
import { send } from "./app.ts"
import { typeAt } from "./manager.ts"

type Kind =
  | ("text" | "slug" | "web" | "media" | "day" | "birth" | "choice" | "box" | "number" | "ordinal")
  | ("clock" | "duration" | "people" | "links" | "chapters" | "soundbites")
  | ("email" | "secret" | "current" | "confirmation")

/** A field of a form: its name, its label, what it takes, and how many characters at most. */
export type Field = readonly [
  name: string,
  label: string,
  kind: Kind,
  longest?: number | undefined,
  isRequired?: "required" | undefined,
]

/** What is sent in a field: once, several times, or (undefined) not at all. */
export type Value = string | string[] | undefined

/** What a field must refuse, and what the person then reads beside it. */
type Bad = [what: string, value: Value, problem: RegExp]

const ANY: Bad[] = [
  ["a null character", "a\0b", /caractère interdit/],
  ["two values", ["un", "deux"], /plusieurs fois/],
]
/** What is no address of a person, and what is said of it. */
export const NO_EMAILS: [email: string, problem: string][] = [
  ["", "Email invalide"],
  ["abc", "Email invalide"],
  ["a\0b@cko.test", "Ce champ contient un caractère interdit"],
  ["lea@cko.test\r\nBcc: x@evil.example", "Email invalide"],
  [`${"a".repeat(250)}@cko.test`, "L'email doit contenir moins de 255 caractères"],
]
const addresses = (values: string[]): Bad[] =>
  values.map((value) => [JSON.stringify(value), value, /doit être une adresse/])
const NO_ADDRESS = addresses(["javascript:alert(1)", "data:text/html,<b>", "//evil.example", "abc"])
const days = (values: string[], problem: RegExp): Bad[] => values.map((value) => [value, value, problem])
const NO_DAY = days(["2026-02-31", "abc"], /n’est pas une date valide/)
const unknown = (values: string[]): Bad[] =>
  values.map((value) => [JSON.stringify(value), value, /valeur inconnue/])

const BY_KIND: Record<Kind, Bad[]> = {
  text: [],
  slug: [
    ["no letter", "«!»", /requis/],
    ["other letters", "日本", /requis/],
  ],
  web: [...NO_ADDRESS, ...addresses(["/a.jpg"])],
  media: NO_ADDRESS,
  day: [...NO_DAY, ...days(["1899-12-31", "2101-01-01"], /entre 1900 et 2100/)],
  birth: [...NO_DAY, ...days(["1899-12-31", "2099-01-01"], /entre le 1er janvier 1900 et aujourd’hui/)],
  choice: unknown(["", "autre"]),
  box: unknown(["yes"]),
  number: [
    ["-1", "-1", /ne peut pas être négatif/],
    ["2147483648", "2147483648", /est trop grand/],
    ["1e400", "1e400", /^Le nombre de vues/],
  ],
  ordinal: [
    ...["0", "-1", "1.5", "1e3", "douze", "１２"].map((value): Bad => [
      value,
      value,
      /nombre entier à partir de 1$/,
    ]),
    ["2147483648", "2147483648", /est trop grand/],
  ],
  clock: days(["24:00", "18:60", "7:05", "18:30:00", "midi", "-1:00"], /comme 18:30$/),
  duration: days(["0", "-5", "12:75", "1e9", "une heure", "2147483648:00"], /comme 1:02:03, ou en minutes$/),
  people: [
    ["too many", "Awa\r\n".repeat(51), /au plus 50 invités/],
    ["a name too long", "a".repeat(151), /moins de 150/],
  ],
  links: [
    ...["Le site d’Awa", "Le site javascript:alert(1)", "Un\r\nDeux"].map((value): Bad => [
      value,
      value,
      /Les liens, ligne 1\s: il manque une adresse/,
    ]),
    [
      "a second one wrong",
      "https://awa.example\r\n\r\nSite data:text/html,a",
      /ligne 3\s: il manque une adresse/,
    ],
    ["too many", "https://a.fr\r\n".repeat(51), /plus de 50 liens/],
    ["a label too long", `${"a".repeat(201)} https://a.fr`, /ligne 1\s: c’est trop long/],
    ["an address too long", `Site https://a.fr/${"a".repeat(2_000)}`, /ligne 1\s: c’est trop long/],
  ],
  chapters: [
    ...["Intro", "12 Intro", "1:75 Intro", "24:00:01 Fin"].map((value): Bad => [
      value,
      value,
      /Les chapitres, ligne 1\s: il manque son heure/,
    ]),
    ["no title", "0:00 Intro\r\n\r\n1:00", /ligne 3\s: il manque le titre/],
    ["the same time", "1:00 Un\r\n0:60 Deux\r\n0:30 Trois\r\n1:00 Deux", /ligne 2\s: il manque son heure/],
    ["twice", "1:00 Un\r\n0:30 Trois\r\n1:00 Deux", /ligne 3\s: un autre chapitre commence à 1:00/],
    ["a title too long", `0:00 ${"a".repeat(501)}`, /ligne 1\s: le titre doit/],
    ["a foreign picture", "0:00 Un | image data:a", /ligne 1\s: l’image doit/],
    [
      "an address too long",
      `0:00 Un | https://a.fr/${"a".repeat(2_000)}`,
      /ligne 1\s: une adresse est trop longue/,
    ],
    ["too many", Array.from({ length: 501 }, (_, at) => `${at}:00 Un`).join("\r\n"), /plus de 500 chapitres/],
  ],
  soundbites: [
    ...["Intro", "12:34 Intro", "12:34- Intro", "-0:10 Intro", "1:75-2:00 Intro", "0:00-24:00:01 Fin"].map(
      (value): Bad => [value, value, /Les extraits, ligne 1\s: il manque son début ou sa fin/],
    ),
    ["a turned one", "0:00-0:30 Un\r\n\r\n1:00-0:30 Deux", /ligne 3\s: la fin doit suivre le début/],
    ["an empty one", "1:00-1:00 Deux", /ligne 1\s: la fin doit suivre le début/],
    ["twice", "0:00-0:30 Un\r\n0:00 – 0:30 Deux", /ligne 2\s: cet extrait y est déjà/],
    ["a title too long", `0:00-0:30 ${"a".repeat(129)}`, /ligne 1\s: le titre doit contenir 128/],
    [
      "too many",
      Array.from({ length: 51 }, (_, at) => `${at}:00-${at}:30`).join("\r\n"),
      /plus de 50 extraits/,
    ],
  ],
  email: ["abc", "a@b", "a b@cko.test", "<script>@cko.test"].map((value): Bad => [
    value,
    value,
    /Email invalide/,
  ]),
  secret: [["a short one", "Court1", /au moins 8 caractères/]],
  current: [["nothing", "", /actuel est requis/]],
  confirmation: [["another one", "Autre1234", /ne correspondent pas/]],
}

/** Everything that a field must refuse. */
export function badValues([, , kind, longest, isRequired]: Field): Bad[] {
  const empty: Bad[] = [
    ["nothing", "", /requise?$/],
    ["white space", " \r\n\t ", /requise?$/],
  ]
  const end = kind === "email" ? "@cko.test" : ""
  const tooLong: Bad[] = longest
    ? [["one character too many", `a${end.padStart(longest, "a")}`, /moins de|trop long/]]
    : []
  return [...ANY, ...BY_KIND[kind], ...(isRequired ? empty : []), ...tooLong]
}

/** Sends a good form with another value in one field. */
export function sendValue(
  path: string,
  good: Record<string, string>,
  field: Field,
  value: Value,
  cookie: string,
) {
  return send(path, {
    method: "POST",
    body: withValue(good, field, value),
    headers: { cookie, "Sec-Fetch-Site": "same-origin" },
  })
}

/** A good form with another value in one field. */
export function withValue(good: Record<string, string>, [name]: Field, value: Value = []) {
  const others = Object.entries(good).filter(([other]) => other !== name)
  return new URLSearchParams([...others, ...[value].flat().map((one): [string, string] => [name, one])])
}

type Special = { good?: string; label?: string; kind?: Kind; isRequired?: true }

/** What a schema does not tell of a field: what is good in it, and where its control says something else. */
function special(path: string): Record<string, Special> {
  switch (path) {
    case "/admin/episodes":
      return {
        people: { good: "", kind: "people" },
        guest: { label: "Nom affiché" },
        type: { good: "bonus" },
        commentsOpen: { good: "closed" },
        links: { good: "Le site https://awa.example", kind: "links" },
        chapters: { good: "0:00 Intro", kind: "chapters" },
        soundbites: { good: "0:10-0:40 À entendre", kind: "soundbites" },
        transcriptUrl: { good: "" },
        reservedFor: { good: "always" },
        // There are none.
        reservedLevelId: { good: "", label: "À partir du palier" },
        supporterAudioUrl: { good: `/media/${"k".repeat(22)}/long.mp3` },
      }
    case "/admin/news":
      return {
        mediaType: { good: "video" },
        mediaUrl: { good: "/a.mp4", isRequired: true },
        media: { good: "/b.jpg | Une autre" },
        externalUrl: { label: "Lien externe (optionnel)" },
      }
    case "/admin/pages":
      return { slug: { label: "Slug (URL)" } }
    case "/admin/blog":
      return { coverImageUrl: { label: "Image de couverture URL" } }
    case "/admin/supporters":
      return {
        email: { good: "awa@cko.test", kind: "email" },
        // There are none.
        levelId: { good: "" },
      }
    default:
      return {}
  }
}

/** Of each kind of field what is good in it, and how a bad value of it is found. */
const KINDS: Record<FieldFacts["takes"], { good: string; kind: Kind }> = {
  line: { good: "Awa & « Court »", kind: "text" },
  lines: { good: "Son : **Sam**\r\n<b>", kind: "text" },
  markdown: { good: "Un *texte*\r\n\r\n<b> & « Court »", kind: "text" },
  web: { good: "https://presse.example/?a=1&b=2", kind: "web" },
  media: { good: "/a.jpg", kind: "media" },
  slug: { good: "un-titre", kind: "slug" },
  day: { good: "2026-03-04", kind: "day" },
  clock: { good: "18:30", kind: "clock" },
  choice: { good: "", kind: "choice" },
  box: { good: "on", kind: "box" },
  ordinal: { good: "7", kind: "ordinal" },
  number: { good: "12", kind: "number" },
  duration: { good: "1:02:03", kind: "duration" },
}

/** What the card alone sends, and what it does not have. */
const OF_THE_CARD = ["card", "hasNoGuest"]

/** A good form of what is managed at an address, and all its fields, as its schema has them. */
export function managerForm(path: string) {
  const { form } = typeAt(path)
  const shown = shownFields(form)
  const specials = special(path)
  const found = Array.from(fieldsIn(form)).filter(([name]) => !OF_THE_CARD.includes(name))
  const fields = found.map(([name, { takes, longest, isRequired }]): Field => {
    const { label = shown[name]?.label ?? name, kind = KINDS[takes].kind, ...own } = specials[name] ?? {}
    return [name, label, kind, longest, isRequired || own.isRequired ? "required" : undefined]
  })
  const good = found.map(([name, { takes }]) => [name, specials[name]?.good ?? KINDS[takes].good] as const)
  return { good: Object.fromEntries(good), fields }
}
