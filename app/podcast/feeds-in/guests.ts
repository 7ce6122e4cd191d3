import { plainText } from "#app/kit/lib/from-html/html-texts.ts"
import { GIVEN_NAMES, LIKE_A_PERSON, NOT_PERSONS } from "./guest-words.ts"

/** The guests among the persons of an item ("A, B et C"), each once. */
export function joinGuests(persons: { role: string; name: string }[]) {
  const names = persons
    .filter(({ role }) => role.trim().toLowerCase() === "guest")
    .map(({ name }) => plainText(name))
    .filter((name) => name !== "")
  const unique = [...new Set(names)]
  return unique.length < 2 ? unique.join("") : `${unique.slice(0, -1).join(", ")} et ${unique.at(-1)}`
}

/**
 * The guest that a title names after "avec", "feat.", "invité spécial" and the like, or before "qui vient". Empty where
 * that may be no person: a wrong guest on the page is worse than none.
 */
export function guestFromTitle(title: string) {
  const text = title.slice(0, 1000)
  const isTitleCase = hasCapitalsEverywhere(text)
  for (const match of text.matchAll(ANNOUNCED)) {
    const before = text.slice(Math.max(0, match.index - 100), match.index)
    const after = match.index + match[0].length
    const names = leadingNames(text.slice(after, after + 200), {
      ...contextOf(match[0], before),
      isTitleCase,
    })
    if (names) return names
  }
  return comingGuest(text)
}

type Context = {
  /** The words before say that a person follows. */
  isTold: boolean
  /** "avec" begins the title, or a part of it. */
  isOpen: boolean
  /** They rather say that a thing follows, or somebody who is only spoken of. */
  isDoubtful: boolean
  isTitleCase: boolean
}

function contextOf(announcement: string, before: string): Omit<Context, "isTitleCase"> {
  const part = before.split(SEPARATOR).at(-1) ?? ""
  const isInvitation = /^invit/i.test(announcement)
  return {
    isTold: isInvitation
      ? /[:–—-]\s+$|\s\S+\s+$/.test(announcement)
      : /^f/i.test(announcement) || TALK.test(before),
    isOpen: !isInvitation && /[(,]?\s*$/.test(part) && !/[\p{L}\p{N}]/u.test(part),
    isDoubtful: DOUBTFUL.test(part) || /(?<![\p{L}])(?:sans|aucune?|zéro|d['’])\s*$/iu.test(before),
  }
}

// Names joined by commas, "et", "&" or "x", kept as the title writes them.
function leadingNames(text: string, context: Context) {
  const end = CLOSING.exec(text)
  const phrase = end ? text.slice(0, end.index) : text
  let guest = ""
  const parts = phrase.split(/(,\s*|\s+(?:et|and|&|\+|x|×)\s+|,?\s*\bfeat\.?\s+)/i)
  for (let index = 0; index < parts.length; index += 2) {
    const { name, next } = readName(parts[index] ?? "")
    const joiner = index > 0 ? (parts[index - 1] ?? "") : ""
    const follows = next || (parts[index + 1] ?? "") + (parts[index + 2] ?? "")
    const joined = guest + joiner + name
    if (!name || !isCredible(name, follows, guest ? { ...context, isTold: true } : context)) break
    if (joined.length > MAX_LENGTH) return ""
    guest = joined
    if (next) break
  }
  return guest
}

/** The name at the start of a phrase, up to a word such as "sur" or "qui"; empty when another small word follows. */
function readName(phrase: string) {
  const words = phrase.trim().split(/\s+/)
  const stop = words.findIndex((word) => STOP_WORDS.has(word.toLowerCase()))
  const kept = stop === -1 ? words : words.slice(0, stop)
  const name = kept.join(" ").replace(/\s?\.$/, (dot) => (/\b\p{Lu}\.$/u.test(kept.join(" ")) ? dot : ""))
  return { name: looksLikeName(kept) ? name : "", next: stop === -1 ? "" : words.slice(stop).join(" ") }
}

function looksLikeName(words: string[]) {
  const [first = ""] = words
  if (ONLY_A_NUMBER.test(words.join(" "))) return false
  if (words.length > 6 || words.join(" ").length > 60) return false
  if (
    NOT_FIRST.test(first) ||
    CAPITAL_ARTICLE.test(first) ||
    !/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(words.join(""))
  )
    return false
  return words.every((word, index) => isNameWord(word) || (index > 0 && PARTICLES.has(word)))
}

/** « Sous-titres » is written like no name. */
function isNameWord(word: string) {
  return NAME_WORD.test(word) && !/-\p{Ll}{3}/u.test(word)
}

/** @param follows the words after the name */
function isCredible(name: string, follows: string, context: Context) {
  if (isKnownThing(name)) return false
  const { isTold, isOpen, isDoubtful, isTitleCase } = context
  const words = name.split(" ")
  const comes = COMES.test(follows)
  if (/^Les$/i.test(words[0] ?? "")) return (isTold || isOpen) && !isTitleCase && words.length >= 4
  if (/^L[ea]$/i.test(words[0] ?? "")) return (isTold || isOpen) && !isTitleCase
  if (isDoubtful) return comes && isKnownPerson(name)
  if (isTold || comes || isKnownPerson(name)) return true
  if (isTitleCase) return false
  // "Avec Figma, tout change": one unknown word and a sentence about it.
  return words.length > 1 || (isOpen && !/^(?:,|qui\b)/.test(follows))
}

/** "Amanda qui vient nous parler de son album": only of names that can be nothing else. */
function comingGuest(text: string) {
  const at = /\squi\s(?:vient|viennent)\s/.exec(text)
  const name = at ? (text.slice(0, at.index).slice(-60).split(SEPARATOR).at(-1) ?? "").trim() : ""
  return looksLikeName(name.split(" ")) && isKnownPerson(name) && !isKnownThing(name) ? name : ""
}

function isKnownThing(name: string) {
  const compounds = plain(name).split(" ")
  return (
    LIKE_A_PERSON.test(compounds.join(" ").replaceAll("-", " ")) ||
    compounds.some((compound) => {
      const pieces = compound.split("-")
      // "Jean-Noël" is as good as Jean.
      return (
        !(pieces.length > 1 && GIVEN_NAMES.has(pieces[0] ?? "")) &&
        pieces.some((piece) => NOT_PERSONS.has(piece))
      )
    })
  )
}

function isKnownPerson(name: string) {
  const [first = ""] = plain(name).split(/[ -]/)
  return (
    GIVEN_NAMES.has(first) ||
    /^(?:DJ|MC|Dr|Pr|Me|Mme|Maître|Docteur|Professeur)\b/.test(name) ||
    /\s\p{Lu}\.$/u.test(name)
  )
}

/** Small letters without accents; words parted by a space, what a hyphen or an apostrophe joins by a hyphen. */
function plain(name: string) {
  return name
    .normalize("NFD")
    .replace(/[\p{M}.]/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]+/gu, "-")
}

/** Where every word has a capital, one says nothing. */
function hasCapitalsEverywhere(title: string) {
  const words = title.split(/[^\p{L}\p{N}'’-]+/u).filter((word) => word.length > 3)
  return words.length > 3 && words.filter((word) => /^\p{Lu}/u.test(word)).length >= words.length * 0.8
}

const MAX_LENGTH = 120

// A year or a small number; "113" is a band.
const ONLY_A_NUMBER = /^((19|20)\d\d|\d{1,2})$/

const ANNOUNCED =
  /(?<![\p{L}\p{N}'’-])(?:avec\s*:?|feat(?:uring)?\b\.?\s*:?|ft\b\.?\s*:?|invité(?:\(?e\)?|[·.]e)?(?:\(?s\)?|[·.]s)?(?:\s+(?:spécia(?:le?s?|ux)|exceptionnel(?:le)?s?|surprises?|mystères?|d['’]honneur|du\s(?:jour|mois)|de\sla\ssemaine)(?=[\s:,–—-]))?\s*[:,–—-]?)\s+/giu

const TALK =
  /(?<!\p{L})(?:interview|entretien|rencontre|conversation|discussion|échange|dialogue|t[êe]te[ -][àa][ -]t[êe]te|face[ -][àa][ -]face|freestyle|session|discute|papote|parle|spéciale?|hors[ -]série|(?:épisode|ép\.?|ep\.?|n°|#|round|numéro)\s*\d{1,5})\s*\(?\s*$|\(\s*$/iu

// Living, playing, fighting or breaking with somebody makes no guest of them, nor does what one does with a tool.
const DOUBTFUL =
  /(?<!\p{L})(?:vie|vis|joué|testé|essayé|perdu|clash|beef|guerre|paix|rupture|divorce|procès|affaire|contrat|sign(?:é|e|ature)|été|vacances|relation|partenariat|collab(?:oration)?|match|combat|comparaison|(?:vivre|rire|boire|faire|vendre|prendre|apprendre|comprendre|écrire|lire|dire|construire|mettre|suivre|croire|survivre|combattre|rompre|(?!(?:parl|discut|échang|débattr|rencontr|ateli|premi|derni|dossi|quarti|déjeun|dîn|goût)er)\p{L}+[ei]r)(?=\s*$))(?!\p{L})/iu

/** What makes a person of who was just named: what they come for, or their profession. */
const COMES =
  /^(?:,?\s*qui\s(?:vient|viennent|nous|raconte|racontent|parle|parlent|explique|expliquent|répond|répondent|se\s(?:confie|livre))(?!\p{L})|,\s*(?:l[ea]\s|l['’]|notre\s)?(?:rapp|chanteu|poète|aut(?:eur|rice)|écriv|musicien|beatmak|produc|journalis|comédien|act(?:eur|rice)|réalisat|humoris|danseu|graff|historien|sociolog|philosoph|champion|boxeu|entreprene|fondat|artist|photograph|médecin|profess|chercheu|avocat|peintre|cinéast|pianist|guitarist|slameu|DJ))/iu

const SEPARATOR = /\s[-–—]\s|[|:!?…•/»”]|[.#]\s/u

// " - " and the like close a name, and so does the end of a sentence ("Dr. Dre" has none).
const CLOSING = /\s[-–—]\s|[|()[\]:;!?…«»"“”#/•]|\.\.|(?<=\p{Ll}{3})\.(?=\s)/u

const NAME_WORD = /^[\p{Lu}\p{N}$@&][\p{L}\p{N}'’.\-·$&]*$/u

const PARTICLES = new Set("de du des la le les d’ von van der el al ben bin of the da dos y".split(" "))

const STOP_WORDS = new Set(
  "sur pour à au aux dans en chez depuis lors autour contre sous vers qui".split(" "),
)

const NOT_FIRST =
  /^(un|une|des|mon|ma|mes|ton|ta|tes|son|sa|ses|notre|nos|votre|vos|leurs?|ce|cet|cette|ces|tou(t|te|s|tes)|plus|moi|toi|lui|nous|vous|eux|elles?|qui|quoi|quel(le)?s?|plusieurs|quelques|beaucoup)$/iu

/** In capitals ("AVEC LES MEILLEURS") articles begin no name. */
const CAPITAL_ARTICLE = /^(LES|LE|LA|L['’]\p{Lu}+)$/u
