import { simplify } from "#app/kit/lib/tables.ts"
import type { Fate } from "#app/kit/lib/newsletter.ts"

// What lists of other senders say of people: who left, bounces, is blocked, never confirmed; in columns, words and files of
// their own. What may speak of leaving and is not understood counts as that until a host says otherwise.

/**
 * How a column speaks of people. `words`: each value is a state; `leaving` and `wanting`: yes or no, or a date, to what the title
 * says; `confirming` and `unconfirmed` likewise; `paying`: of money alone; `mention`: it is about something else, but a value may
 * say that somebody left.
 */
type Sense = "words" | "leaving" | "wanting" | "confirming" | "unconfirmed" | "paying" | "mention"

/** A column, as far as it may say who is not to be written to; `isGuess`: hosts may know better. */
export type StateColumn = { title: string; sense: Sense; isGuess: boolean }

/** What a cell says: a value under which people are counted, what it means for them, and whether hosts may know better. */
export type Saying = { value: string; fate: Fate; isGuess: boolean }

const OTHER_CHANNEL = /\b(sms|phone|tel|telephone|mobile|whats ?app|push|postal)\b/
const LINK = /\b(url|urls|link|links|liens?|token|cle|key|hash|uuid)\b/
const SURELY_LEAVING =
  /unsub|desab|desins|\bopt(ed|s)?[ -]?out|optout|block|black|bloqu|liste noire|bounc|rebond|suppress|disabl|desactiv|delet|clean|complain|plainte|spam|undeliver|\bnpai\b|\b(do not|ne pas|ne plus)\b/
const PERHAPS_LEAVING =
  /supprim|nettoy|quarantin|exclu|unreach|reject|rejet|refus|remov|retir|archiv|resili|cancel|annul|\b(stop|left|quitte|parti|invalide?|inactive|inactif|deceased)\b/
const UNCONFIRMED = /pending|en attente|unconfirm|unverif|\b(not|non|a|in|to be) (confirm|verif)/
const CONFIRMING = /confirm|verif|double[ -]?opt|\bdoi\b/
const WORDS = /\b(status|statuts?|etats?|situation)\b/
const WANTING =
  /subscri|abonn|inscri|\bopt(ed|s)?[ -]?in|optin|consent|accept|accord|newsletter|infolettre|marketing|permission|mailable|\b(enabled|active|actifs?|valide?|receives?|wants?)\b/
/** Of whatever it is said, it is no yes or no: when, where from, how much, which. */
const BESIDE =
  /\b(date|time|at|on|le|heure|since|depuis|source|origine?|campaign|campagne|count|nombre|number|score|rating|type|plan|tiers?|lists?|listes?|name|nom|method|form|formulaire|referrer|ip|id)\b/
const NEGATION = /\b(not|non|pas|no|never|jamais|sans|without)\b/

/** @param title of a column; undefined where none is told @param values its first ones */
export function stateColumn(title: string | undefined, values: readonly string[]): StateColumn {
  const name = plain(title ?? "")
  const as = (sense: Sense, isGuess = false) => ({ title: name, sense, isGuess })
  const turned = (sense: Sense, other: Sense) =>
    NEGATION.test(name.replace(/do not|ne pas/, "")) ? other : sense
  if (OTHER_CHANNEL.test(name) || LINK.test(name)) return as("mention")
  if (name === "active subscription") return as("paying")
  if (UNCONFIRMED.test(name)) return as("unconfirmed")
  if (SURELY_LEAVING.test(name)) return as(turned("leaving", "wanting"))
  if (CONFIRMING.test(name)) return as(turned("confirming", "unconfirmed"))
  if (WORDS.test(name)) return as("words")
  if (PERHAPS_LEAVING.test(name)) return as(turned("leaving", "wanting"), true)
  if (WANTING.test(name) && !BESIDE.test(name)) return as(turned("wanting", "leaving"))
  const states = values.filter((value) => isState(plain(value), title === undefined))
  return as(2 * states.length > values.length ? "words" : "mention", true)
}

/** A yes or no says nothing but under a title, and is no state where that speaks of something else. */
function isState(value: string, isUntitled: boolean) {
  if (YES.test(value) || NO.test(value)) return isUntitled && NO.test(value)
  return STATES.test(value) || (!WRITTEN.test(value) && fateOfWord(value).fate !== "unknown")
}

const YES = /^(yes|y|oui|o|true|vrai|1|x|on|ok|✓|✔|☑)$/
const NO =
  /^(no|n|non|false|faux|0|off|-|–|—|null|nil|none|nan|n\/?a|undefined|\\n|never|jamais|aucun|aucune|✗|☐|0000-00-00.*)$/
const DATE = /^\d{1,4}[-/ ]\d{1,2}[-/ ]\d{1,4}\b|^\d{10}(\d{3})?$|\b(19|20)\d\d\b/
/** A link by which people leave stands in lists of people who did not. */
const ADDRESS = /^(https?:|www\.|mailto:)/i

/** @returns undefined where a cell says nothing of who is to be written to */
export function readSaying({ title, sense, isGuess }: StateColumn, cell: string): Saying | undefined {
  if (ADDRESS.test(cell.trim())) return undefined
  const value = plain(cell)
  const say = (fate: Fate, isDoubtful = isGuess) => ({
    value: shown(cell, value),
    fate,
    isGuess: isDoubtful || fate === "unknown",
  })
  const word = () => {
    const { fate, isGuess: isDoubtful } = fateOfWord(value)
    return say(fate, isGuess || isDoubtful)
  }
  const gone = (isDoubtful = isGuess) =>
    say(UNDELIVERABLE.test(`${title} ${value}`) ? "undeliverable" : "left", isDoubtful)
  const isNo = value === "" || NO.test(value)
  const isYes = YES.test(value) || DATE.test(value)
  switch (sense) {
    case "words":
      return value === "" ? say("unknown") : word()
    case "leaving":
      return isNo ? undefined : gone()
    case "wanting":
      if (isYes) return say("write")
      if (value === "") return say("unknown")
      return isNo ? gone() : word()
    case "confirming":
      if (isNo) return say("ask")
      return isYes ? say("write") : word()
    case "unconfirmed":
      return isNo ? undefined : say("ask")
    case "paying":
      return say("write", false)
    case "mention":
      return MENTION.test(value) ? gone(true) : undefined
  }
}

/** What the name of a list's file says of all its people: some senders say it there alone. */
export function readFileName(name: string): Saying | undefined {
  const value = plain(name)
  if (!FILES.test(value)) return undefined
  return {
    value: shown(name, value),
    fate: UNDELIVERABLE.test(value) ? "undeliverable" : "left",
    isGuess: true,
  }
}

const UNDELIVERABLE =
  /bounc|rebond|clean|undeliver|non deliv|non remis|unreach|injoign|invalid|inexist|introuv|\bnpai\b|reject|rejet|refus|\bfail|echec|\berr(or|eur)|\b(hard|dead)\b|mailbox full/
const LEFT =
  /unsub|desab|desins|\bopt(ed)?[ -]?out|optout|block|black|bloqu|liste noire|suppress|disabl|desactiv|delet|complain|plainte|spam|abuse|junk|\b(ban|banned|banni)\b|\b(not|non|never|pas|plus|jamais)[ -]?(subscri|abonn|inscri|marketing|opted)|\b(do not|ne pas|ne plus|plus jamais)\b/
const PERHAPS_LEFT =
  /supprim|inacti|quarantin|exclu|remov|retir|archiv|resili|cancel|annul|former|ancien|churned|(not|non|pas) activ|\b(left|partie?s?|quitte|stop|stopped|arrete|deceased|expired?)\b/
const ASKED =
  /unconfirm|unverif|unactiv|pending|en attente|waiting|a (confirmer|valider|verifier)|(not|non|pas|never|jamais)[ -]?(encore )?(confirm|verif|valid)|awaiting|invited?\b|invitee?\b/
const STATES =
  /^(subscribed|subscriber|active|actifs?|actives?|abonnee?s?|inscrite?s?|enabled|confirm(ed|ee?s?)|opted[ -]?in|opt[ -]?in)$/
const WRITTEN =
  /^(verif(ied|iee?s?)|ok|valid(e|es|ated)?|validee?s?|yes|oui|true|vrai|(double|single) opt[ -]?in|regular|premium|paid|free|comped|gifted|gratuit|payant|members?|membres?|explicit|express|marketing contact|active patron|mailable|deliverable)$/

/** What a word of a state means: the strictest that it may. */
function fateOfWord(value: string): { fate: Fate; isGuess: boolean } {
  const surely = (fate: Fate) => ({ fate, isGuess: false })
  if (STATES.test(value) || WRITTEN.test(value)) return surely("write")
  if (UNDELIVERABLE.test(value)) return surely("undeliverable")
  if (LEFT.test(value) || NO.test(value)) return surely("left")
  if (ASKED.test(value)) return surely("ask")
  if (PERHAPS_LEFT.test(value)) return { fate: "left", isGuess: true }
  return { fate: "unknown", isGuess: true }
}

/** Where a column is about something else, only what can hardly mean anything else. */
const MENTION =
  /unsubscri|desabonn|desinscri|\bopt(ed)?[ -]?out\b|\bhard bounce|\bbounced?\b|block ?list|black ?list|liste noire|\bnpai\b|\bspam\b|complain(ed|t)\b|\bstop (mail|newsletter|pub)|do not (mail|e mail|email|contact|write)|ne (pas|plus)( jamais)?( lui| leur)? (ecrire|envoyer|contacter|relancer)|plus abonn|unconfirmed|not confirmed|non confirme|resilie/
const FILES =
  /unsub|desab|desins|\bopt(ed)? ?outs?\b|optout|bounc|rebond|\bcleaned\b|block(ed|list)|black ?list|bloqu|liste noire|suppress|complain|plainte|\bspam|\bnpai\b|invalid|resili/

const MAX_VALUE = 60

/** As it is counted and shown: each date alike, and no more of a text than says what it is. */
function shown(cell: string, value: string) {
  if (value === "") return "vide"
  if (!YES.test(value) && !NO.test(value) && DATE.test(value)) return "une date"
  const line = cell.trim().replace(/\s+/g, " ")
  return line.length > MAX_VALUE ? `${line.slice(0, MAX_VALUE - 1).toWellFormed()}…` : line
}

/** Without accents, capitals, and the signs between words; capitals within a word begin one, as in `emailDisabled`. */
const plain = (text: string) =>
  simplify(text.slice(0, 2_000).replace(/([a-zà-ÿ])([A-Z])/g, "$1 $2"))
    .replace(/[._’'"()[\]:,;!]+/g, " ")
    .replace(/\s+/g, " ")
    .trim()
