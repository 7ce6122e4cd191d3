import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { MIN_PASSWORD_LENGTH } from "./auth.schema.ts"

/** Shorter words are in too many others. */
const MIN_WORD_LETTERS = 3
/** Fewer beside what everybody knows are soon found. */
const MIN_OWN_LETTERS = 4

/**
 * What is wrong with a password that the specified rules let pass: it is one of the most common, or made of what everybody
 * knows here (OWASP ASVS 5.0, 6.2.4 and 6.2.11).
 *
 * @param password as `passwordField` has it
 * @param email whose password it is to be
 * @returns a sentence in French, or undefined
 */
export async function findWeakness(password: string, email: string) {
  if (isMadeOfKnownWords(password, email))
    return "Le mot de passe ne doit pas être fait du nom du site ou de votre adresse"
  const common = await commonPasswords()
  const typed = password.toLowerCase()
  // A sign before or after it is what is tried next.
  return common.has(typed) || common.has(typed.replaceAll(/^[^a-z0-9]+|[^a-z0-9]+$/g, ""))
    ? "Ce mot de passe est l’un des plus courants : choisissez-en un que personne ne devinerait"
    : undefined
}

function isMadeOfKnownWords(password: string, email: string) {
  const words = `${siteSettings().podcast.name} ${email}`.split(/[^\p{L}\p{M}]+/u).map(lettersOf)
  const typed = lettersOf(password)
  const own = words
    .filter((word) => word.length >= MIN_WORD_LETTERS)
    // Longest first: one may be within another.
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ""), typed)
  return own !== typed && own.length < MIN_OWN_LETTERS
}

/** Without accents, in small letters. */
const lettersOf = (text: string) => text.normalize("NFKD").replaceAll(/\P{L}/gu, "").toLowerCase()

let common: Promise<ReadonlySet<string>> | undefined

/** Those of 49,000 that the rules would let pass in one case or another: a tenth of them. Read once somebody chooses a password. */
function commonPasswords() {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) =>
      new Set(
        dictionary["passwords-common"].filter(
          (one) => one.length >= MIN_PASSWORD_LENGTH && /[a-z]/.test(one) && /\d/.test(one),
        ),
      ),
  )
  return common
}
