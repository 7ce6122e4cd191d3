import { oneLine } from "#app/kit/lib/typed-text.ts"

/** What the IMAP library's errors tell. */
type MailboxError = {
  code?: unknown
  serverResponseCode?: unknown
  authenticationFailed?: unknown
  responseText?: unknown
  name?: unknown
}

/** Why the mailbox could not be read, as a code: what servers say in words may hold addresses. */
export function codeOf(error: unknown) {
  const { code, serverResponseCode, authenticationFailed, name, responseText } = (error ?? {}) as MailboxError
  if (name === "TimeoutError") return "ETIMEDOUT"
  if (authenticationFailed === true || serverResponseCode === "AUTHENTICATIONFAILED") return "EAUTH"
  if (serverResponseCode === "NONEXISTENT") return "EFOLDER"
  if (typeof code === "string") return code
  return responseText === undefined ? "ERROR" : "ENO"
}

/** In French: what happened, what to do, and what the server itself said. */
export type MailboxFailure = { title: string; advice: string; answer: string }

export function explainMailboxError(error: unknown): MailboxFailure {
  const { responseText } = (error ?? {}) as MailboxError
  // Only of what answered in IMAP there is any: what else a network has is nobody's business.
  return {
    ...explainCode(codeOf(error)),
    answer: typeof responseText === "string" ? shorten(responseText) : "",
  }
}

/** What a code means, and what to do about it. */
export function explainCode(code: string) {
  return REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? UNKNOWN
}

function shorten(said: string) {
  const line = oneLine(said)
  return line.length > LONGEST_ANSWER ? `${line.slice(0, LONGEST_ANSWER)}…` : line
}

const LONGEST_ANSWER = 300

const UNKNOWN = {
  title: "La boîte n’a pas pu être lue",
  advice: "Vérifiez les réglages ci-dessus, puis réessayez.",
}

const REASONS: [code: RegExp, words: { title: string; advice: string }][] = [
  [
    /^EAUTH$/,
    {
      title: "Identifiant ou mot de passe refusé",
      advice:
        "Retapez les deux. Beaucoup de services demandent un mot de passe d’application, et d’autoriser IMAP dans les réglages de la boîte.",
    },
  ],
  [
    /^EFOLDER$/,
    {
      title: "Ce dossier n’existe pas",
      advice: "Employez son nom exact : la boîte de réception s’appelle INBOX.",
    },
  ],
  [
    /TIMEOUT|^ETIMEDOUT$/i,
    {
      title: "Le serveur de réception ne répond pas",
      advice: "Vérifiez son nom et le port : 993 avec TLS, 143 avec STARTTLS.",
    },
  ],
  [
    /^(?:ENOTFOUND|EAI_AGAIN)$/,
    {
      title: "Ce serveur de réception n’existe pas",
      advice:
        "Aucun serveur ne porte ce nom. Vérifiez-en l’orthographe : il commence souvent par imap. ou mail.",
    },
  ],
  [
    /^ECONNREFUSED$/,
    {
      title: "Le serveur de réception refuse la connexion",
      advice: "Le serveur existe, mais rien n’écoute à ce port. Essayez 993 avec TLS, ou 143 avec STARTTLS.",
    },
  ],
  [
    /^(?:EHOSTUNREACH|ENETUNREACH)$/,
    {
      title: "Le serveur de réception est hors d’atteinte",
      advice: "Le réseau du site n’y mène pas. Vérifiez le nom du serveur, puis demandez à votre hébergeur.",
    },
  ],
  [
    /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/,
    {
      title: "Le certificat du serveur de réception n’est pas valable",
      advice:
        "Il est périmé, émis pour un autre nom, ou par une autorité inconnue. Employez exactement le nom que donne votre service.",
    },
  ],
  [
    /^(?:ERR_SSL\w*|EPROTO|MissingServerExtension|STARTTLS_INJECTION)$/,
    {
      title: "La connexion chiffrée n’a pas abouti",
      advice:
        "La sécurité ne va sans doute pas avec le port : TLS dès la connexion va avec 993, STARTTLS avec 143.",
    },
  ],
  [
    /^(?:NoConnection|EConnectionClosed|ClosedAfterConnect\w+|ECONNRESET|UnexpectedTag|InvalidResponse|ParserError\w*|\w+TooLarge|TooMany\w+)$/,
    {
      title: "Le serveur de réception a coupé la connexion",
      advice: "Ce n’est peut-être pas un serveur IMAP, ou il attend une autre sécurité : vérifiez le port.",
    },
  ],
]
