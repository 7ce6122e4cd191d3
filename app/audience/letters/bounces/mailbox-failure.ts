import {
  explainConnection,
  type MailServer,
  type Reason,
  type ServerFailure,
  shortenAnswer,
} from "#app/base/mail/server-failure.ts"

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

export function explainMailboxError(error: unknown): ServerFailure {
  const { responseText } = (error ?? {}) as MailboxError
  // Only of what answered in IMAP there is any: what else a network has is nobody's business.
  const answer = typeof responseText === "string" ? shortenAnswer(responseText) : ""
  return { ...explainCode(codeOf(error)), answer }
}

/** What a code means, and what to do about it. */
export function explainCode(code: string): Reason {
  return code === "EFOLDER" ? NO_FOLDER : (explainConnection(code, IMAP) ?? UNKNOWN)
}

const IMAP: MailServer = {
  name: "de réception",
  prefix: "imap.",
  protocol: "IMAP",
  ports: { tls: 993, startTls: 143 },
  silence: "Vérifiez son nom et le port : 993 avec TLS, 143 avec STARTTLS.",
  login: "et d’autoriser IMAP dans les réglages de la boîte",
}
const NO_FOLDER = {
  title: "Ce dossier n’existe pas",
  advice: "Employez son nom exact : la boîte de réception s’appelle INBOX.",
}
const UNKNOWN = {
  title: "La boîte n’a pas pu être lue",
  advice: "Vérifiez les réglages ci-dessus, puis réessayez.",
}
