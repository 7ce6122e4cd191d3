import type { MediaSource, PickedMedium } from "#app/kit/form/media-source.ts"
import { showToast } from "#app/kit/http/client-toast.ts"
import type { MediaState } from "#app/kit/lib/media.ts"

/** What the server says of a copy. */
export type CopyAnswer = { state: MediaState; failure: string; medium?: PickedMedium }

export const COPY_PATH = "/admin/media/copy"
const EVERY_MS = 1_000
/** A picture takes seconds, a long sound a minute or two; what takes longer goes on by itself. */
const MAX_TRIES = 300

/** Takes what lies at another host's address into the library, and waits until it can be used (`MediaSource.copy`). */
export const copyIntoLibrary: MediaSource["copy"] = async (address) => {
  try {
    const answer = await waitForMedium(
      await ask(COPY_PATH, { method: "POST", body: new URLSearchParams({ address }) }),
    )
    if (answer.medium && answer.state === "ready") return answer.medium
    refuse(answer.failure || "La préparation dure\u00a0: ce média sera bientôt dans la médiathèque.")
  } catch {
    refuse("Impossible de copier ce fichier\u00a0: réessayez dans un instant.")
  }
  return undefined
}

async function waitForMedium(answer: CopyAnswer) {
  let latest = answer
  for (let tries = 0; tries < MAX_TRIES && isUnderWay(latest); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    latest = await ask(`${COPY_PATH}?id=${latest.medium?.id ?? 0}`)
  }
  return latest
}

const isUnderWay = ({ state }: CopyAnswer) => state === "waiting" || state === "working"

async function ask(path: string, init?: RequestInit): Promise<CopyAnswer> {
  const response = await fetch(path, { ...init, redirect: "error" })
  return response.json()
}

function refuse(description: string) {
  showToast({ kind: "error", title: "Erreur", description })
}
