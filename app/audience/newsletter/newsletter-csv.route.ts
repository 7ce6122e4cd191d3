import { Readable } from "node:stream"
import { stringify } from "csv-stringify"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { CONFIRM_PATH } from "#app/accounts/auth/proof/proof.copy.ts"
import { isProved } from "#app/accounts/auth/proof/proof.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { toDay } from "#app/kit/lib/dates.ts"
import { LETTER_TOPICS } from "#app/kit/lib/letters.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { chosenRows } from "#app/content/lists/chosen.schema.ts"
import { parseListView } from "#app/content/lists/list-view.ts"
import type { Route } from "./+types/newsletter-csv.route"
import { type Links, loadLinks } from "./newsletter-links.server.ts"
import { readSubscribers } from "./newsletter.server.ts"
import { TOPIC_LABELS } from "./newsletter.copy.ts"
import { SUBSCRIBERS } from "./subscriber-list.ts"
import { STATE_LABELS } from "./subscriber-state.ts"

/** Behind the guards, which refuse with a page: React Router draws one only where it knows of a page (below). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, url }) => {
    if (await isProved(getViewer(context))) return sendSubscribers(url)
    const back = new URLSearchParams({ back: `/admin/newsletter${url.search}` })
    throw redirectTo(`${CONFIRM_PATH}?${back}`)
  },
]

/** Never called, nor shown. */
export const loader = () => null
export default () => null

/**
 * The subscribers as a table for spreadsheets, sent as it is read: with the byte-order mark and the semicolons that
 * French ones expect, and with what would be run as a formula made text.
 */
async function sendSubscribers(url: URL) {
  await record(db, { action: "export", kind: "subscriber" })
  const csv = stringify({
    header: true,
    columns: [
      { key: "name", header: "Nom" },
      { key: "email", header: "Email" },
      { key: "createdAt", header: "Date d’inscription" },
      { key: "state", header: "État" },
      { key: "topics", header: "Thèmes" },
      { key: "preferences", header: "Lien des préférences" },
      { key: "unsubscribe", header: "Lien de désabonnement" },
    ],
    cast: { date: toDay },
    bom: true,
    delimiter: ";",
    record_delimiter: "windows",
    escape_formulas: true,
    // Unquoted, a line end in a name would begin a row, and its second line might be a formula.
    quoted_match: /[\r\n]/,
  })
  const chosen = chosenRows.safeParse({ ids: url.searchParams.get("ids") })
  // What chooses nobody is no wish for all.
  const ids = url.searchParams.has("ids") ? (chosen.data?.ids ?? []) : undefined
  const view = parseListView(url.searchParams, SUBSCRIBERS)
  Readable.from(withLinks(readSubscribers(view, ids), await loadLinks()))
    .on("error", (error) => csv.destroy(error))
    .pipe(csv)
  return new Response(Readable.toWeb(csv) as ReadableStream, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="newsletter-${toDay(new Date())}.csv"`,
    },
  })
}

/** Whatever other tool sends something, it can carry its reader's own links. */
async function* withLinks(subscribers: ReturnType<typeof readSubscribers>, links: Links) {
  for await (const subscriber of subscribers) {
    const { id, state, topics } = subscriber
    yield {
      ...subscriber,
      state: STATE_LABELS[state],
      topics: LETTER_TOPICS.filter((topic) => topics.includes(topic))
        .map((topic) => TOPIC_LABELS[topic])
        .join(", "),
      preferences: links.toPreferences(id),
      unsubscribe: links.toUnsubscribe(id),
    }
  }
}
