import { formatAgo, formatMoment } from "#app/kit/lib/dates.ts"

/** What is known of a hub, as far as it is told. */
type Known = {
  toldAt: Date | null
  triedAt: Date | null
  code: string | null
  failures: number
  dueAt: Date | null
  askedAt: string | null
  leasedUntil: Date | null
}

/** What became of an attempt, in words. @param code its status, or a FetchError's */
export function describeAnswer(code: string) {
  if (code === "late") return "Le relais n’a pas répondu à temps."
  if (code === "private")
    return "Cette adresse mène à un réseau privé\u00a0: seules les adresses publiques sont acceptées."
  if (!/^\d{3}$/.test(code)) return `Le relais est injoignable (${code}).`
  if (code.startsWith("2")) return `Le relais a répondu\u00a0: ${code}.`
  if (code.startsWith("3"))
    return `Le relais renvoie à une autre adresse (${code})\u00a0: indiquez celle-là dans les réglages.`
  return `Le relais a refusé le message (${code}).`
}

/** What the page says of the hub: when it was told last, what went wrong since, and what comes next. */
export function describeHub(state: Known | undefined, now: Date) {
  const {
    toldAt = null,
    triedAt = null,
    code = null,
    failures = 0,
    dueAt = null,
    askedAt = null,
  } = state ?? {}
  return {
    last: toldAt ? `${formatAgo(toldAt, now)}, ${formatMoment(toldAt, now)}` : "jamais",
    isAsked: askedAt !== null || (state?.leasedUntil ?? now) > now,
    answer: failures === 0 && code ? describeAnswer(code) : undefined,
    trouble:
      failures > 0 && code && triedAt
        ? {
            error: describeAnswer(code),
            since: `${failures > 1 ? `${failures.toLocaleString("fr-FR")} échecs, le dernier` : "Un échec,"} ${formatAgo(triedAt, now)}.`,
            advice: `Le site réessaiera ${dueAt && dueAt > now ? formatMoment(dueAt, now).replace(/^à/, "vers") : "dans un instant"}.`,
          }
        : undefined,
  }
}
