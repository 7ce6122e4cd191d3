import { FeedError } from "./feed-error.ts"

type Options = { silenceMs: number; totalMs?: number; signal?: AbortSignal }

/** Ends a download, by a signal whose reason is a FeedError, for silence, for length, or because nobody waits for it. */
export function createDownloadLimits({ silenceMs, totalMs, signal }: Options) {
  const controller = new AbortController()
  const fail = (text: string) => () => controller.abort(new FeedError(text))
  const onSilence = fail(`Le serveur du flux ne répond plus (${silenceMs / 1000} s sans rien recevoir).`)
  const onAbort = fail("Le téléchargement a été interrompu.")

  let silence = setTimeout(onSilence, silenceMs)
  const total = totalMs === undefined ? undefined : setTimeout(fail(TOO_SLOW), totalMs)
  signal?.addEventListener("abort", onAbort)
  if (signal?.aborted) onAbort()

  return {
    signal: controller.signal,
    /** The clock of silence only runs while we wait for the server, not while the reader works. */
    pause: () => clearTimeout(silence),
    restart() {
      clearTimeout(silence)
      silence = setTimeout(onSilence, silenceMs)
    },
    end() {
      clearTimeout(silence)
      clearTimeout(total)
      signal?.removeEventListener("abort", onAbort)
      controller.abort()
    },
  }
}

const TOO_SLOW = "Le serveur du flux est trop lent : le téléchargement a été abandonné."
