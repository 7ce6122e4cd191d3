import {
  explainConnection,
  type MailServer,
  type Reason,
  type ServerFailure,
  shortenAnswer,
} from "#app/base/mail/server-failure.ts"

/** What a mail library's error tells of a failed sending. */
export type MailError = {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
  message?: string
}

/** Why no mail left, and what to do about it. */
export function explainMailError(error: MailError): ServerFailure {
  return { ...reasonOf(error), answer: answerOf(error) }
}

function reasonOf(error: MailError): Reason {
  const { code = "", originalCode = "", responseCode = 0, response = "", message = "" } = error
  const text = `${response} ${message}`
  if (code === "EAUTH" && responseCode === 0 && message.includes("Missing credentials")) return NO_PASSWORD
  if (code === "EAUTH" && isLater(responseCode)) return LATER
  const needsTls = /SSL routines|STARTTLS/i.test(text) || (responseCode === 530 && /tls|encrypt/i.test(text))
  const codes = [
    // Otherwise what the server answered says more.
    responseCode < 400 || code === "EAUTH" ? `${code} ${originalCode}` : "",
    /certificate|altnames/i.test(text) ? "CERT" : "",
    needsTls ? "ETLS" : "",
  ]
  return explainConnection(codes.join(" "), SMTP) ?? reasonOfAnswer(error, text)
}

const isLater = (responseCode: number) => responseCode >= 400 && responseCode < 500

function reasonOfAnswer({ command, responseCode = 0 }: MailError, text: string) {
  if (responseCode === 530) return NO_PASSWORD
  if (isLater(responseCode)) return LATER
  if (responseCode < 500) return UNKNOWN
  if (command === "MAIL FROM") return SENDER
  if (/relay|not permitted|not allowed|5\.7\.1\b/i.test(text)) return RELAY
  return command === "RCPT TO" ? RECIPIENT : REFUSED
}

/**
 * The lines in which a mail server speaks (RFC 5321, 4.2), on one line, and short. Others are nobody's business: what answers
 * may be anything in the site's network.
 */
function answerOf({ response = "" }: MailError) {
  const lines = response.split(/\r?\n/).filter((line) => /^[2-5]\d\d(?:[ -]|$)/.test(line))
  return shortenAnswer(lines.join(" "))
}

const SMTP: MailServer = {
  name: "d’envoi",
  prefix: "smtp.",
  protocol: "d’e-mails",
  ports: { tls: 465, startTls: 587 },
  silence:
    "Vérifiez le nom du serveur et le port. Certains hébergeurs bloquent les ports 25, 465 ou 587 vers l’extérieur : demandez-leur de l’ouvrir, ou essayez le port 2525 si votre service d’envoi le propose.",
  login: "différent de celui du webmail, ou une clé d’API",
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
const UNKNOWN = {
  title: "L’e-mail n’est pas parti",
  advice: "Vérifiez les réglages ci-dessus, puis réessayez. Le journal du serveur du site en dit davantage.",
}
