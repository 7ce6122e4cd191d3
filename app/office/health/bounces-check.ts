import { formatAgo } from "#app/kit/lib/dates.ts"
import type { Check } from "./check.ts"

type Reading = {
  lookedAt: Date | null
  found: number
  failures: number
  failure: { title: string; advice: string } | null
}

/** A mail server that is away for a moment is asked again by itself. */
const PATIENT_FAILURES = 3

/** @param reading missing where no mailbox is set */
export function checkBounces(reading: Reading | null, now: Date): Check {
  const check = { id: "retours", title: "Retours des lettres" }
  if (!reading)
    return {
      ...check,
      state: "unset",
      summary: "Aucune boîte n’est réglée\u00a0: seules les adresses refusées à l’envoi sont mises de côté.",
      facts: [],
    }
  const { lookedAt, found, failures, failure } = reading
  const facts = [
    { label: "Dernière lecture", value: lookedAt ? formatAgo(lookedAt, now) : "pas encore" },
    { label: "Retours reconnus", value: found.toLocaleString("fr-FR") },
  ]
  if (failure && failures >= PATIENT_FAILURES)
    return { ...check, facts, state: "look", summary: `${failure.title}.`, advice: failure.advice }
  return { ...check, facts, state: "good", summary: "La boîte des retours est lue." }
}
