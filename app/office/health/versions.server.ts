import { z } from "zod"
import { groupIntents } from "#app/base/settings/group-page.server.ts"
import { readGroup } from "#app/base/settings/save-settings.server.ts"
import { compareVersions, readChangelog } from "#app/base/versions/changelog.ts"
import { askForNewer, findNewerVersions } from "#app/base/versions/newer-version.server.ts"
import { findRun } from "#app/base/versions/versions-run.server.ts"
import { orElse, respondToastFailure, respondWithToast } from "#app/kit/http/responses.server.ts"
import { formatLongDate, formatLongTime } from "#app/kit/lib/dates.ts"
import { toNotesHtml } from "#app/kit/lib/markdown/notes.ts"
import { version } from "#package"
import changelog from "../../../CHANGELOG.md?raw"
import { type Bounded, bounded } from "./bounded.server.ts"
import { sayRelease } from "./database-checks.ts"

/** What the page of the site's health does: it holds the settings of newer versions. */
export const healthIntents = { ...groupIntents("updates"), ask: z.object({}) }

/** Which version runs, what it changed, which ran before, and which is newer; null where that cannot be read. */
export async function loadVersions() {
  const [run, newer, form] = await Promise.all([
    bounded("versions run", () => findRun()),
    bounded("newer versions", () => findNewerVersions()),
    bounded("settings of newer versions", () => readGroup("updates")),
  ])
  const earlier = valueOf(run)?.earlier ?? []
  const answer = valueOf(newer)
  return {
    changed: notesSince(earlier[0]?.version),
    earlier: earlier.map((one) => ({ version: one.version, since: formatLongTime(one.at) })),
    newer: (answer?.releases ?? []).map(({ date, ...one }) => ({ ...one, day: sayDay(date) })),
    asked: answer && { at: formatLongTime(answer.askedAt), failure: answer.failure },
    mayAsk: answer !== undefined,
    form: valueOf(form) ?? null,
  }
}

/** Asks at once, and says what is answered. */
export function askNow() {
  return orElse(
    async () => {
      const answer = await askForNewer()
      if (!answer)
        return respondToastFailure("Le site ne demande à personne s’il y a une version plus récente", 404)
      if (answer.failure !== null) return respondToastFailure(answer.failure, 422)
      const [newest] = answer.releases
      return respondWithToast(newest ? sayRelease(newest) : "Pas de version plus récente")
    },
    () => respondToastFailure("Impossible de demander s’il y a une version plus récente", 500),
  )
}

/** What this version changed, and those between it and the one that ran before. */
function notesSince(before: string | undefined) {
  return [...readChangelog(changelog)]
    .filter((one) => one.version === version || isBetween(one.version, before))
    .map((one) => ({ version: one.version, day: sayDay(one.date), html: toNotesHtml(one.notes) }))
}

function isBetween(one: string, before: string | undefined) {
  return before !== undefined && compareVersions(one, before) > 0 && compareVersions(one, version) < 0
}

const sayDay = (date: string) => date && formatLongDate(new Date(`${date}T12:00:00Z`))

const valueOf = <Value>(found: Bounded<Value>) => (found.outcome === "done" ? found.value : undefined)
