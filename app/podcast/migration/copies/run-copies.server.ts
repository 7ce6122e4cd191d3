import type { Intended } from "#app/kit/http/intents.server.ts"
import { respondToClick, respondToastFailure } from "#app/kit/http/responses.server.ts"
import type { copyIntents } from "./copies.schema.ts"
import { acceptCopy, pauseCopying, retryCopies, startCopying, stopCopying } from "./copying.server.ts"
import { takeBackAll } from "./take-back.server.ts"

type Asked = Intended<typeof copyIntents>

/** Does what a form of the copying asks for. */
export function runCopies(asked: Asked) {
  if (!asked.ok) return respondToastFailure("Fichier non trouvé", 404)
  return respondToClick(async () => {
    const done = await run(asked)
    return done
  }, FAILED[asked.intent])
}

async function run(asked: Extract<Asked, { ok: true }>): Promise<string | undefined> {
  switch (asked.intent) {
    case "start-copies":
      await startCopying()
      return "Copie lancée"
    case "pause-copies":
      return (await pauseCopying()) ? "Copie en pause" : undefined
    case "stop-copies":
      return (await stopCopying()) ? "Copie abandonnée" : undefined
    case "take-back":
      return (await takeBackAll()) > 0 ? "Anciennes adresses rendues" : undefined
    case "retry-copies":
      return (await retryCopies()) > 0 ? "Fichiers remis en attente" : undefined
    case "retry-copy":
      return (await retryCopies(asked.value.id)) > 0 ? "Fichier remis en attente" : undefined
    case "accept-copy":
      return (await acceptCopy(asked.value.id)) > 0 ? "Fichier accepté" : undefined
  }
}

const FAILED: Record<Asked["intent"], string> = {
  "start-copies": "Impossible de lancer la copie",
  "pause-copies": "Aucune copie n’est en cours",
  "stop-copies": "Aucune copie n’est en cours",
  "take-back": "Aucun épisode n’a de fichier à rendre",
  "retry-copies": "Aucun fichier n’est à réessayer",
  "retry-copy": "Ce fichier n’est plus à réessayer",
  "accept-copy": "Ce fichier n’attend plus de décision",
}
