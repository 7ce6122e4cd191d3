/** What `SMTP_URL` says, as the form of settings has it; its password stays where it is. */
export function smtpOf(smtpUrl: string) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl)
  const isTls = protocol === "smtps:" || searchParams.get("secure") === "true"
  const isBare = searchParams.get("ignoreTLS") === "true"
  return {
    host: hostname,
    port: Number(port) || (isTls ? 465 : 587),
    security: isTls ? ("tls" as const) : isBare ? ("none" as const) : ("starttls" as const),
    user: decoded(username),
    hasPassword: password !== "",
  }
}

/** `Name <address>`, or an address alone. */
export function mailFromOf(mailFrom: string) {
  const at = mailFrom.lastIndexOf("<")
  if (at < 0) return { name: "", address: mailFrom.trim() }
  return {
    name: mailFrom.slice(0, at).trim().replace(/^"|"$/g, ""),
    address: mailFrom.slice(at + 1, mailFrom.lastIndexOf(">")).trim(),
  }
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
