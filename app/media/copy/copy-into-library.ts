import type { MediaSource, PickedMedium } from "#app/kit/form/media-source.ts"
import { showToast } from "#app/kit/http/client-toast.ts"
import type { MediaState } from "#app/kit/lib/media.ts"

/** What the server says of a copy. */
export type CopyAnswer = { state: MediaState; failure: string; medium?: PickedMedium }

export const COPY_PATH = "/admin/media/copy"
const EVERY_MS = 1_000
/** A picture takes seconds, a long sound a minute or two; what takes longer goes on by itself. */
const MAX_TRIES = 300

/** Takes what lies at another host's address into the library, and says so where that fails (`MediaSource.copy`). */
export const copyIntoLibrary: MediaSource["copy"] = async (address) => {
  const copied = await copy({ address })
  if ("medium" in copied) return copied.medium
  showToast({ kind: "error", title: "Erreur", description: copied.failure })
  return undefined
}

/** The same, and waits until it can be used. @returns the medium, or why there is none, in French */
export async function copy(
  form: { address: string; isPicture?: "on" },
  signal?: AbortSignal,
): Promise<{ medium: PickedMedium } | { failure: string }> {
  try {
    const asked = await ask(COPY_PATH, { method: "POST", body: new URLSearchParams(form), signal })
    const { medium, state, failure } = await waitForMedium(asked, signal)
    if (medium && state === "ready") return { medium }
    return { failure: failure || "La préparation dure\u00a0: ce média sera bientôt dans la médiathèque." }
  } catch {
    return { failure: "Impossible de copier ce fichier\u00a0: réessayez dans un instant." }
  }
}

async function waitForMedium(answer: CopyAnswer, signal?: AbortSignal) {
  let latest = answer
  for (let tries = 0; tries < MAX_TRIES && isUnderWay(latest); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
    latest = await ask(`${COPY_PATH}?id=${latest.medium?.id ?? 0}`, { signal })
  }
  return latest
}

const isUnderWay = ({ state }: CopyAnswer) => state === "waiting" || state === "working"

async function ask(path: string, init?: RequestInit): Promise<CopyAnswer> {
  const response = await fetch(path, { ...init, redirect: "error" })
  return response.json()
}
