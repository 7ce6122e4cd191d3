/** « Re: Un partenariat », however often it was replied to. */
export function subjectOf(subject: string) {
  return /^re\s?:/i.test(subject) ? subject : `Re: ${subject}`
}

/** What is replied to, as mails quote it. @param sentOn in words */
export function quoteOf({ name, message }: { name: string; message: string }, sentOn: string) {
  return `${name} a écrit le ${sentOn} :\n${message.replace(/^/gm, "> ")}`
}
