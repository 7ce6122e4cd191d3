const LEVELS: Record<number, string> = { 40: "attention", 50: "erreur", 60: "erreur grave" }

type Line = {
  level: number
  time: number
  msg?: string
  err?: { message?: string }
  method?: string
  path?: string
  status?: number
}

/**
 * A line of the log for who sits at a terminal: when, how grave, and what, without how it came to it.
 *
 * @param json as pino writes it
 * @returns undefined for what nobody waits for there: requests that were answered, and details
 */
export function lineForPeople(json: string): string | undefined {
  const { level, time, msg, err, method, path, status } = JSON.parse(json) as Line
  if (level < 30 || (method && level < 40)) return undefined
  const request = method && `${method} ${path} : ${status}`
  const what = [request, msg, err?.message].filter(Boolean).join(" : ").replace(/\s+/g, " ")
  const clock = new Date(time).toLocaleTimeString("fr-FR")
  return `${[clock, LEVELS[level], what].filter(Boolean).join("  ")}\n`
}
