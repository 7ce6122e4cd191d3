import { formatBytes } from "#app/media/file-facts.ts"
import type { Check } from "./check.ts"

type Running = {
  pid: number
  uptimeSeconds: number
  memoryBytes: number
  workers: number
  /** What visitors do without at the moment, by the name of what failed. */
  losses: { part: string; since: Date }[]
}

const LOST: Record<string, string> = {
  "markdown-worker": "les longs textes s’affichent sans mise en forme",
  "rich-text-worker": "les longs textes ne s’ouvrent pas mis en forme dans l’éditeur",
  "notes-worker": "les notes du flux sont faites plus lentement",
  "texts-worker": "un texte venu d’ailleurs (flux, transcription, retour) n’a pas pu être lu",
  "contents-worker": "ce qu’il y a dans une sauvegarde n’a pas pu être lu",
  "draw-worker": "les images du site (icône, partage, couverture) manquent",
}

export function checkProcesses(
  { pid, uptimeSeconds, memoryBytes, workers, losses }: Running,
  now: Date,
): Check {
  const check = {
    id: "processus",
    title: "Processus",
    facts: [
      { label: "Processus", value: String(workers) },
      { label: "Celui-ci", value: `n°\u00a0${pid}` },
      { label: "Démarré depuis", value: spellSpan(uptimeSeconds) },
      { label: "Mémoire", value: formatBytes(memoryBytes) },
    ],
  }
  if (losses.length > 0) {
    const told = losses.map(({ part, since }) => {
      const seconds = Math.max(0, (now.getTime() - since.getTime()) / 1_000)
      return `${LOST[part] ?? part} (depuis ${spellSpan(seconds)})`
    })
    return {
      ...check,
      state: "fix",
      summary: `Vos visiteurs voient moins que ce qu’il y a\u00a0: ${told.join(", ")}.`,
      advice: "Redémarrez le site. Si cela revient, lisez son journal technique (did not answer).",
    }
  }
  return {
    ...check,
    state: "good",
    summary:
      workers > 1
        ? `Le site tourne dans ${workers} processus, dont l’un a répondu à cette page.`
        : "Le site tourne dans un seul processus.",
  }
}

/** A file is worked on within seconds; one that nobody took for so long has nobody to take it. */
const STUCK_SECONDS = 900

type Queue = { waiting: number; working: number; failed: number; waitsFor: number }

export function checkMediaQueue({ waiting, working, failed, waitsFor }: Queue): Check {
  const check = {
    id: "medias",
    title: "Traitement des médias",
    facts: [
      { label: "En attente", value: String(waiting) },
      { label: "En cours", value: String(working) },
      { label: "En échec", value: failed > 1_000 ? "plus de 1000" : String(failed) },
    ],
  }
  if (waiting > 0 && working === 0 && waitsFor > STUCK_SECONDS)
    return {
      ...check,
      state: "fix",
      summary: `Des médias attendent depuis ${spellSpan(waitsFor)}, et rien ne les traite.`,
      advice: "Redémarrez le site. Si cela revient, lisez son journal technique (media worker).",
    }
  if (failed > 0)
    return {
      ...check,
      state: "look",
      summary:
        failed > 1 ? `${failed} médias n’ont pas pu être traités.` : "Un média n’a pas pu être traité.",
      advice: "Ouvrez les médias\u00a0: chacun dit pourquoi, et peut être réessayé.",
    }
  return {
    ...check,
    state: "good",
    summary: waiting + working > 0 ? "Des médias sont en cours de traitement." : "Rien n’attend.",
  }
}

/** « 3 jours », « 4 h 10 », « 12 min », roughly as people say it. */
export function spellSpan(seconds: number) {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return "moins d’une minute"
  if (minutes < 60) return `${minutes}\u00a0min`
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return `${hours}\u00a0h\u00a0${String(minutes % 60).padStart(2, "0")}`
  return `${Math.floor(hours / 24)} jours`
}
