/** What somebody should know of a letter before it leaves. `error`: it should not leave so. */
export type LetterCheck = {
  level: "error" | "warning" | "ok"
  text: string
  /** Where it is mended, if that is not in the letter itself. */
  mend?: { label: string; to: string }
}

/** The most characters of a subject that mail programs of computers show; those of phones show about forty. */
export const LONGEST_SUBJECT = 60
const LONGEST_PREVIEW = 140
const LONGEST_HTML = 100_000

/** Of the subject, as readers and filters of unwanted mail take it. */
export function checkSubject(title: string): LetterCheck[] {
  const subject = title.trim()
  if (subject === "") return [{ level: "error", text: "L’objet est vide." }]
  const found: LetterCheck[] = []
  const length = [...subject].length
  if (length > LONGEST_SUBJECT)
    found.push(
      warning(
        `L’objet compte ${length} caractères\u00a0: la plupart des messageries n’en montrent qu’une soixantaine, les téléphones une quarantaine.`,
      ),
    )
  const letters = subject.match(/\p{L}/gu) ?? []
  const capitals = subject.match(/\p{Lu}/gu) ?? []
  if (letters.length >= 8 && capitals.length / letters.length > 0.7)
    found.push(
      warning("L’objet est en capitales\u00a0: il semble crier, et les filtres anti-spam s’en méfient."),
    )
  if ((subject.match(/!/g) ?? []).length > 1)
    found.push(warning("L’objet a plusieurs points d’exclamation\u00a0: les filtres anti-spam s’en méfient."))
  if (/^(?:re|tr|fwd?)\s*:/i.test(subject))
    found.push(
      warning(
        "L’objet commence comme une réponse ou un transfert, ce que les lecteurs prennent pour une ruse.",
      ),
    )
  const word = SPAM_WORDS.exec(subject)?.[0]
  if (word)
    found.push(
      warning(`L’objet contient «\u00a0${word}\u00a0», que les filtres anti-spam connaissent trop bien.`),
    )
  if ((subject.match(/\p{Extended_Pictographic}/gu) ?? []).length > 2)
    found.push(warning("L’objet a plus de deux émojis\u00a0: les filtres anti-spam s’en méfient."))
  return found.length > 0 ? found : [{ level: "ok", text: "L’objet est clair et assez court." }]
}

const SPAM_WORDS =
  /\b(?:100\s?%|cliquez ici|félicitations|gagn(?:ez|ant)|gratuite?s?|offre exceptionnelle|urgent)(?!\p{L})|€{2,}/iu

/** Of what mail programs show beside the subject. */
export function checkPreviewText(previewText: string, title: string): LetterCheck {
  const text = previewText.trim()
  if (text === "")
    return warning(
      "Le texte d’aperçu est vide\u00a0: les messageries montrent à sa place le début de la lettre.",
    )
  if (text.toLowerCase() === title.trim().toLowerCase())
    return warning("Le texte d’aperçu répète l’objet\u00a0: il peut dire autre chose.")
  const length = [...text].length
  return length > LONGEST_PREVIEW
    ? warning(
        `Le texte d’aperçu compte ${length} caractères\u00a0: les messageries en montrent ${LONGEST_PREVIEW} au plus.`,
      )
    : { level: "ok", text: "Le texte d’aperçu complète l’objet." }
}

/** @param bytes of the letter's HTML */
export function checkSize(bytes: number): LetterCheck {
  const size = `${Math.ceil(bytes / 1_000)} ko`
  if (bytes > LONGEST_HTML)
    return {
      level: "error",
      text: `La lettre pèse ${size}\u00a0: au-delà de 102 ko, Gmail la coupe, et cache le lien de désabonnement. Raccourcissez-la, ou menez vers une page du site.`,
    }
  return bytes > LONGEST_HTML * 0.8
    ? warning(`La lettre pèse ${size}\u00a0: au-delà de 102 ko, Gmail la couperait.`)
    : { level: "ok", text: `La lettre pèse ${size}, sans ses images\u00a0: Gmail ne la coupera pas.` }
}

type Shown = { words: string; pictures: number; nameless: string[] }

/** Of its text and its pictures. @param nameless the addresses of pictures of which nothing is said */
export function checkContent({ words, pictures, nameless }: Shown): LetterCheck[] {
  if (words === "" && pictures === 0) return [{ level: "error", text: "La lettre est vide." }]
  const found: LetterCheck[] = []
  if (words.length < 100 && pictures > 0)
    found.push(
      warning(
        "La lettre n’a presque que des images\u00a0: beaucoup de messageries ne les montrent pas d’abord, et les filtres anti-spam s’en méfient.",
      ),
    )
  for (const address of nameless.slice(0, MOST_NAMED))
    found.push(warning(`Une image n’a pas de texte alternatif\u00a0: ${shortened(address)}`))
  if (nameless.length > MOST_NAMED)
    found.push(warning(`${nameless.length - MOST_NAMED} autres images n’ont pas de texte alternatif.`))
  if (pictures > 0 && nameless.length === 0)
    found.push({ level: "ok", text: "Toutes les images ont un texte alternatif." })
  const left = LEFT_OVER.exec(words)?.[0]
  if (left)
    found.push(
      warning(
        `Le texte contient «\u00a0${shortened(left)}\u00a0»\u00a0: un oubli, ou un champ d’un autre logiciel, qui resterait tel quel.`,
      ),
    )
  return found
}

const LEFT_OVER =
  /\blorem ipsum\b|\bTODO\b|\{\{[^{}\n]{0,60}\}\}|\*\|[A-Z_:]{1,40}\|\*|%recipient[\w.]{0,40}%|\[(?:prénom|nom|à compléter)\]/i

export type LetterLink = { href: string; words: string }

/** Of what the links are called, whatever is behind them. */
export function checkLinkWords(links: LetterLink[]): LetterCheck[] {
  const found: LetterCheck[] = []
  for (const { href, words } of links) {
    const text = words.trim()
    const named = /^(?:https?:\/\/)?((?:[\w-]{1,63}\.){1,8}[a-z]{2,24})(?:[/?#]|$)/i.exec(text)?.[1]
    const host = URL.canParse(href) ? new URL(href).hostname : ""
    if (named && host && bare(named) !== bare(host))
      found.push(
        warning(
          `Le lien «\u00a0${shortened(text)}\u00a0» mène à ${host}\u00a0: les filtres y voient de l’hameçonnage.`,
        ),
      )
    else if (/^(?:cliquez ici|ici|cliquer ici|lien|en savoir plus|lire la suite)[.\s]*$/i.test(text))
      found.push(
        warning(`Le lien «\u00a0${text}\u00a0» ne dit pas où il mène\u00a0: nommez-le d’après sa cible.`),
      )
    if (SHORTENERS.has(bare(host)))
      found.push(
        warning(
          `Le lien ${shortened(href)} est raccourci\u00a0: les filtres s’en méfient, donnez l’adresse entière.`,
        ),
      )
  }
  return found.slice(0, MOST_NAMED * 2)
}

const SHORTENERS = new Set([
  "bit.ly",
  "tinyurl.com",
  "t.co",
  "goo.gl",
  "ow.ly",
  "is.gd",
  "cutt.ly",
  "buff.ly",
])
const bare = (host: string) => host.toLowerCase().replace(/^www\./, "")

type Sending = {
  publicUrl: string
  sendsRealMail: boolean
  sender: string
  isSigned: boolean
  hasPostalAddress: boolean
}

/** Of how it leaves, as far as the settings say. */
export function checkSending({ publicUrl, sendsRealMail, sender, isSigned, hasPostalAddress }: Sending) {
  const found: LetterCheck[] = []
  const mail = { label: "Réglages des e-mails", to: "/admin/site/mail" }
  if (!sendsRealMail)
    found.push({
      ...warning(
        "Aucun serveur d’envoi n’est réglé\u00a0: les lettres deviennent des fichiers, et n’arrivent chez personne.",
      ),
      mend: mail,
    })
  else if (!isSigned)
    found.push({
      ...warning(
        "Le site ne signe pas ses e-mails (DKIM)\u00a0: si votre service d’envoi ne le fait pas non plus, beaucoup finiront en spam.",
      ),
      mend: mail,
    })
  else found.push({ level: "ok", text: "Les e-mails sont signés (DKIM)." })
  const [name = "", domain = ""] = sender.toLowerCase().split("@")
  if (/^(?:no-?reply|ne-?pas-?repondre|donotreply)$/.test(name))
    found.push({
      ...warning(
        `Les réponses à ${sender} se perdent\u00a0: une adresse qui se lit rassure les lecteurs et les filtres.`,
      ),
      mend: mail,
    })
  if (sendsRealMail && FREE_HOSTS.has(domain))
    found.push({
      ...warning(
        `L’expéditeur est une adresse de ${domain}, dont les autres messageries refusent souvent les envois en nombre (DMARC).`,
      ),
      mend: mail,
    })
  if (!publicUrl.startsWith("https:"))
    found.push(
      warning(`Les liens de la lettre mènent à ${publicUrl}, que vos lecteurs n’atteignent peut-être pas.`),
    )
  found.push(
    hasPostalAddress
      ? { level: "ok", text: "L’adresse postale de l’éditeur est au pied de la lettre." }
      : {
          ...warning("L’adresse postale de l’éditeur manque\u00a0: la lettre doit dire qui l’envoie."),
          mend: { label: "Informations légales", to: "/admin/site/legal" },
        },
  )
  return found
}

const FREE_HOSTS = new Set([
  "gmail.com",
  "yahoo.com",
  "yahoo.fr",
  "hotmail.com",
  "hotmail.fr",
  "outlook.com",
  "outlook.fr",
  "live.fr",
  "orange.fr",
  "wanadoo.fr",
  "free.fr",
  "sfr.fr",
  "laposte.net",
  "icloud.com",
  "aol.com",
])

export const warning = (text: string): LetterCheck => ({ level: "warning", text })

/** As it stands in a sentence. */
export function shortened(text: string) {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

const MOST_NAMED = 5
