/** As `MailFailure` of the tables, which browsers do not know. */
type Failure = { code?: string; command?: string; responseCode?: number }

const UNREACHED =
  /^(ECONNECTION|ECONNREFUSED|ECONNRESET|ESOCKET|ETIMEDOUT|EDNS|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE)$/
const DISK = /^(ENOSPC|EDQUOT|EACCES|EPERM|EROFS|EIO|ENOTDIR|ENOENT)$/
const TLS =
  /^(ETLS|CERT_\w+|ERR_TLS\w*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/

/** Why a mail was not sent, in words; what the mail server itself said is kept nowhere. */
export function explainMailFailure(failure: Failure | null | undefined) {
  if (!failure) return "L’envoi a échoué."
  const { code = "", command = "", responseCode } = failure
  const answer = responseCode === undefined ? "" : ` (réponse\u00a0${responseCode})`
  if (code === "EAUTH" || command.startsWith("AUTH"))
    return `Le serveur d’e-mails refuse l’identifiant ou le mot de passe du site${answer}.`
  if (code === "EENVELOPE" && responseCode === undefined)
    return "L’adresse du destinataire n’est pas valable."
  if (command === "RCPT TO")
    return isFinal(responseCode)
      ? `Le serveur d’e-mails refuse l’adresse du destinataire${answer}.`
      : `Le serveur d’e-mails a remis cet envoi à plus tard${answer}.`
  if (command === "MAIL FROM") return `Le serveur d’e-mails refuse l’adresse de l’expéditeur${answer}.`
  if (TLS.test(code)) return "La connexion chiffrée au serveur d’e-mails n’a pas pu être établie."
  if (UNREACHED.test(code) && responseCode === undefined) return "Le serveur d’e-mails n’a pas répondu."
  if (DISK.test(code)) return "Le site n’a pas pu écrire l’e-mail sur le disque."
  return isFinal(responseCode)
    ? `Le serveur d’e-mails refuse cet e-mail${answer}.`
    : `L’envoi a échoué${answer || (code && ` (${code})`)}.`
}

const isFinal = (responseCode: number | undefined) => responseCode !== undefined && responseCode >= 500
