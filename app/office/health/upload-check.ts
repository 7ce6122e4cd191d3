import { formatBytes } from "#app/media/file-facts.ts"
import { MIN_PART_BYTES, PART_BYTES } from "#app/media/upload/upload-rules.ts"
import type { Check } from "./check.ts"

/** What the public address lets in at a time: `bytes` of those offered (0 for none); undefined where it could not be asked. */
export function checkUploads(bytes: number | undefined): Check {
  const check = { id: "envoi", title: "Envoi de fichiers" }
  if (bytes === undefined)
    return {
      ...check,
      state: "good",
      summary: "Le site n’a pas pu se demander à sa propre adresse ce qu’un proxy laisse passer.",
      facts: [],
    }
  const facts = [{ label: "Laissé passer à la fois", value: bytes ? formatBytes(bytes) : `moins de ${MIN}` }]
  if (bytes >= PART_BYTES)
    return { ...check, facts, state: "good", summary: "Rien devant le site ne refuse l’envoi d’un fichier." }
  return bytes > 0
    ? {
        ...check,
        facts,
        state: "look",
        summary:
          "Un proxy devant le site refuse les gros envois\u00a0: les fichiers passent en petites parties, moins vite, et un flux à importer par fichier peut être refusé.",
        advice: RAISE,
      }
    : {
        ...check,
        facts,
        state: "fix",
        summary: `Un proxy devant le site refuse même ${MIN} à la fois\u00a0: aucun fichier ne peut être envoyé.`,
        advice: RAISE,
      }
}

const MIN = formatBytes(MIN_PART_BYTES)
const RAISE =
  "Permettez-lui des envois de 100\u00a0Mo (nginx\u00a0: client_max_body_size 100m, dans le bloc server), puis rechargez sa configuration."
