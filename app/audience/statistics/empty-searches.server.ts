import { toDay } from "#app/kit/lib/dates.ts"
import { SESSION_COOKIE } from "#app/kit/http/personal-cookies.ts"
import { classifyAgent } from "./agents/agents.ts"
import { countTotal } from "./day-totals.server.ts"
import { isUncounted } from "./uncounted.ts"

const MAX_WORDS = 80

/**
 * Counts a search of the whole site that found nothing, by its words. Not those of robots and of the team, nor what could be
 * somebody's e-mail address or number.
 */
export function noteEmptySearch(typed: string, { headers }: Request) {
  const words = typed.normalize("NFC").toLocaleLowerCase("fr").replace(/\s+/g, " ").trim()
  const cookies = headers.get("cookie") ?? ""
  const userAgent = headers.get("user-agent")
  const isByRobot = userAgent !== null && classifyAgent(userAgent).kind !== "browser"
  if (words === "" || words.length > MAX_WORDS || words.includes("@") || /(?:\d\D?){7}/.test(words)) return
  if (isByRobot || isUncounted(cookies) || cookies.includes(SESSION_COOKIE)) return
  countTotal({ day: toDay(new Date()), measure: "search", episodeId: 0, label: words })
}
