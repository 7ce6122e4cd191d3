import { type Lack, RIGHT_WORDS } from "#app/kit/lib/rights.ts"

const list = new Intl.ListFormat("fr", { type: "disjunction" })

/** « Il vous manque le droit « Publier ». Pour le recevoir, adressez-vous à Awa ou Bob. » */
export function explainLack({ rights, givers }: Lack) {
  const names = list.format(givers.length > 0 ? givers : ["un administrateur"])
  if (rights.length === 0) return `Cette page est réservée aux administrateurs. Adressez-vous à ${names}.`
  const missing = rights.map((right) => `«\u00a0${RIGHT_WORDS[right].label}\u00a0»`)
  const [what, it] =
    missing.length > 1
      ? [`les droits ${new Intl.ListFormat("fr").format(missing)}`, "les"]
      : [`le droit ${missing[0]}`, "le"]
  return `Il vous manque ${what}. Pour ${it} recevoir, adressez-vous à ${names}.`
}
