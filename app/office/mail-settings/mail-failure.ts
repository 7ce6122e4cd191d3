import { oneLine } from "#app/kit/lib/typed-text.ts"

/** What a mail library's error tells of a failed sending. */
export type MailError = {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
  message?: string
}

/** A failure in French: what happened, what to do, and what the server itself said. */
export type MailFailure = { title: string; advice: string; answer: string }

type Reason = { title: string; advice: string }

/** Why no mail left, and what to do about it. */
export function explainMailError(error: MailError): MailFailure {
  return { ...reasonOf(error), answer: answerOf(error) }
}

function reasonOf(error: MailError): Reason {
  const { code = "", originalCode = "", command = "", responseCode = 0 } = error
  const text = `${error.response ?? ""} ${error.message ?? ""}`
  if (code === "EABORT" || code === "ETIMEDOUT" || originalCode === "ETIMEDOUT") return SILENT
  if (code === "EDNS" || originalCode === "ENOTFOUND" || originalCode === "EAI_AGAIN") return UNKNOWN_SERVER
  if (originalCode === "ECONNREFUSED") return CLOSED
  if (UNREACHABLE.includes(originalCode)) return NO_ROUTE
  if (isCertificate(originalCode, text)) return CERTIFICATE
  if (isTls(code, originalCode, text)) return TLS
  if (code === "EAUTH") return reasonOfLogin(error)
  if (responseCode === 530) return responseTo530(text)
  if (responseCode >= 400 && responseCode < 500) return LATER
  if (command === "MAIL FROM" && responseCode >= 500) return SENDER
  if (command === "RCPT TO" && responseCode >= 500) return isRelay(text) ? RELAY : RECIPIENT
  if (responseCode >= 500) return isRelay(text) ? RELAY : REFUSED
  if (code === "ECONNECTION" || originalCode === "ECONNRESET" || code === "EPROTOCOL") return HUNG_UP
  return UNKNOWN
}

const UNREACHABLE = ["EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EACCES"]

function reasonOfLogin({ responseCode = 0, code, message = "" }: MailError): Reason {
  if (responseCode === 0 && code === "EAUTH" && message.includes("Missing credentials")) return NO_PASSWORD
  if (responseCode >= 400 && responseCode < 500) return LATER
  return LOGIN
}

function responseTo530(text: string) {
  return /starttls|tls|encrypt/i.test(text) ? TLS : NO_PASSWORD
}

const isRelay = (text: string) => /relay|not permitted|not allowed|5\.7\.1\b/i.test(text)

function isCertificate(originalCode: string, text: string) {
  return /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_/.test(originalCode) || /certificate|altnames/i.test(text)
}

function isTls(code: string, originalCode: string, text: string) {
  return code === "ETLS" || originalCode.startsWith("ERR_SSL") || /SSL routines|STARTTLS/i.test(text)
}

/**
 * The lines in which a mail server speaks (RFC 5321, 4.2), on one line, and short. Others are nobody's business: what answers
 * may be anything in the site's network.
 */
function answerOf({ response = "" }: MailError) {
  const lines = response.split(/\r?\n/).filter((line) => /^[2-5]\d\d(?:[ -]|$)/.test(line))
  const said = oneLine(lines.join(" "))
  return said.length > LONGEST_ANSWER ? `${said.slice(0, LONGEST_ANSWER)}…` : said
}

const LONGEST_ANSWER = 300

const SILENT = {
  title: "Le serveur d’envoi ne répond pas",
  advice:
    "Vérifiez le nom du serveur et le port. Certains hébergeurs bloquent les ports 25, 465 ou 587 vers l’extérieur : demandez-leur de l’ouvrir, ou essayez le port 2525 si votre service d’envoi le propose.",
}
const UNKNOWN_SERVER = {
  title: "Ce serveur d’envoi n’existe pas",
  advice: "Aucun serveur ne porte ce nom. Vérifiez-en l’orthographe : il commence souvent par smtp. ou mail.",
}
const CLOSED = {
  title: "Le serveur d’envoi refuse la connexion",
  advice: "Le serveur existe, mais rien n’écoute à ce port. Essayez 587 avec STARTTLS, ou 465 avec TLS.",
}
const NO_ROUTE = {
  title: "Le serveur d’envoi est hors d’atteinte",
  advice: "Le réseau du site n’y mène pas. Vérifiez le nom du serveur, puis demandez à votre hébergeur.",
}
const CERTIFICATE = {
  title: "Le certificat du serveur d’envoi n’est pas valable",
  advice:
    "Il est périmé, émis pour un autre nom, ou par une autorité inconnue. Employez exactement le nom de serveur que donne votre service d’envoi.",
}
const TLS = {
  title: "La connexion chiffrée n’a pas abouti",
  advice:
    "Le réglage de sécurité ne va sans doute pas avec le port : STARTTLS va avec 587, TLS dès la connexion avec 465.",
}
const LOGIN = {
  title: "Identifiant ou mot de passe refusé",
  advice:
    "Retapez les deux. Beaucoup de services demandent un mot de passe d’application, différent de celui du webmail, ou une clé d’API.",
}
const NO_PASSWORD = {
  title: "Le serveur d’envoi demande de s’identifier",
  advice: "Remplissez l’identifiant et le mot de passe que donne votre service d’envoi.",
}
const RELAY = {
  title: "Le serveur d’envoi refuse de transmettre cet e-mail",
  advice:
    "Il n’envoie que pour des adresses ou des comptes qu’il connaît. Remplissez l’identifiant, et employez une adresse d’expéditeur que ce service a validée.",
}
const SENDER = {
  title: "Le serveur d’envoi refuse l’adresse de l’expéditeur",
  advice:
    "Employez une adresse que votre service d’envoi a validée, en général celle du compte ou de votre domaine.",
}
const RECIPIENT = {
  title: "Le serveur d’envoi refuse le destinataire",
  advice:
    "L’adresse de votre compte n’existe pas pour lui, ou il ne transmet pas ailleurs sans identification.",
}
const LATER = {
  title: "Le serveur d’envoi demande de réessayer plus tard",
  advice:
    "C’est courant au premier e-mail (liste grise) ou après trop d’envois. Le site réessaie de lui-même pendant une semaine ; refaites l’essai dans quelques minutes.",
}
const REFUSED = {
  title: "Le serveur d’envoi a refusé l’e-mail",
  advice: "Sa réponse, ci-dessous, dit pourquoi. Votre service d’envoi saura l’expliquer.",
}
const HUNG_UP = {
  title: "Le serveur d’envoi a coupé la connexion",
  advice:
    "Ce n’est peut-être pas un serveur d’e-mails, ou il attend une autre sécurité : vérifiez le port et le réglage de sécurité.",
}
const UNKNOWN = {
  title: "L’e-mail n’est pas parti",
  advice: "Vérifiez les réglages ci-dessus, puis réessayez. Le journal du serveur du site en dit davantage.",
}
