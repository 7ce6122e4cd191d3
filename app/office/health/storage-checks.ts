import { formatAgo, formatLongTime } from "#app/kit/lib/dates.ts"
import type { CheckState } from "#app/kit/ui/check-state.ts"
import { formatBytes } from "#app/media/file-facts.ts"
import { type Check, ON_SERVER, type Problem, summaryOf } from "./check.ts"

const GIGABYTE = 1e9
/** Below, uploads and the database will soon find no room. */
const FIX_BYTES = 1 * GIGABYTE
/** An empty database and what it writes to begin with, on however small a disk. */
const LEAST_BYTES = 100e6
/** Of a small disk a part, of a large one this much. */
const LOOK_BYTES = 10 * GIGABYTE
const LOOK_PART = 0.1

/** How a disk is that has so much left, in bytes. */
export function judgeSpace({ free, total }: { free: number; total: number }): CheckState {
  // Some file systems do not say.
  if (total === 0) return "good"
  // Of a very small disk a gigabyte may be nearly all.
  if (free < Math.max(LEAST_BYTES, Math.min(FIX_BYTES, total / 20))) return "fix"
  return free < Math.min(LOOK_BYTES, total * LOOK_PART) ? "look" : "good"
}

type Storage = {
  disk: { free: number; total: number; isWritable: boolean }
  /** The bucket that new files go to, by its host, and what it answered; missing where the disk takes them. */
  bucket?: { host: string; name: string; failure?: string }
  usedBytes: number
}

export function checkStorage({ disk, bucket, usedBytes }: Storage): Check {
  const space = judgeSpace(disk)
  const problems: Problem[] = []
  if (bucket?.failure !== undefined)
    problems.push({
      state: "fix",
      summary: `Le bucket ne répond pas comme il faut (${bucket.failure}).`,
      advice: ON_SERVER,
      onServer: "Vérifiez S3_ENDPOINT, S3_BUCKET et les clés d’accès.",
    })
  if (!disk.isWritable)
    problems.push({
      state: "fix",
      summary: "Le site ne peut pas écrire dans son dossier.",
      advice: ON_SERVER,
      onServer: "Donnez le dossier DATA_DIR au compte sous lequel le site tourne.",
    })
  if (space !== "good")
    problems.push({
      state: space,
      summary: `Il ne reste que ${formatBytes(disk.free)} sur le disque.`,
      advice: "Faites de la place, ou agrandissez le disque.",
    })
  return {
    id: "stockage",
    title: "Stockage",
    ...summaryOf(problems, "Il y a de la place, et tout répond."),
    facts: [
      { label: "Médias", value: bucket ? `bucket ${bucket.name}, ${bucket.host}` : "disque de la machine" },
      { label: "Place prise par les médias", value: formatBytes(usedBytes) },
      {
        label: "Place libre sur le disque",
        value: `${formatBytes(disk.free)} sur ${formatBytes(disk.total)}`,
      },
    ],
  }
}

const DAY_MS = 86_400_000
const OLD_MS = 2 * DAY_MS
/** The first copy is made a minute after the first start, and takes a while. */
export const FIRST_COPY_SECONDS = 900

type Backup = {
  isEmbedded: boolean
  uptimeSeconds: number
  copy?: { at: Date; bytes?: number; place: string }
  /** The newest copy that was restored for a trial: when, and whether that went well. */
  judged?: { at: Date; isGood: boolean }
  /** It could not be found out whether the newest one restores. */
  isPostponed?: boolean
}

export function checkBackup(
  { isEmbedded, uptimeSeconds, copy, judged, isPostponed }: Backup,
  now: Date,
): Check {
  const check = { id: "sauvegarde", title: "Sauvegarde" }
  if (!copy) {
    const facts = [{ label: "Dernière copie", value: "aucune" }]
    if (!isEmbedded)
      return {
        ...check,
        facts,
        state: "look",
        summary: "Le site ne copie pas le serveur PostgreSQL de lui-même, et ne connaît aucune copie.",
        advice: "Vérifiez que le serveur est sauvegardé, ou lancez chaque jour npm run backup.",
      }
    if (uptimeSeconds < FIRST_COPY_SECONDS)
      return {
        ...check,
        facts,
        state: "good",
        summary: "La première copie se fait dans les minutes qui suivent le démarrage.",
      }
    return { ...check, facts, state: "fix", summary: "Il n’y a aucune copie du site.", advice: RETRY }
  }
  const facts = [
    { label: "Dernière copie", value: `${formatLongTime(copy.at)} (${formatAgo(copy.at, now)})` },
    ...(copy.bytes === undefined ? [] : [{ label: "Taille", value: formatBytes(copy.bytes) }]),
    { label: "Où", value: copy.place },
    { label: "Dernière vérification", value: judged ? spellTrial(judged, now) : "aucune" },
  ]
  if (judged?.isGood === false)
    return {
      ...check,
      facts,
      state: "fix",
      summary: "La dernière copie vérifiée ne se restaure pas.",
      advice: "Faites-en une autre maintenant, et gardez celles d’avant. Les sauvegardes disent pourquoi.",
    }
  if (now.getTime() - copy.at.getTime() > OLD_MS)
    return {
      ...check,
      facts,
      state: "fix",
      summary: "La dernière copie a plus de deux jours.",
      advice: isEmbedded ? RETRY : "Sauvegardez maintenant, et faites lancer npm run backup chaque jour.",
    }
  // Of a server's role that may make no database nobody asks for more: it stands beside the copies.
  if (isPostponed && isEmbedded)
    return {
      ...check,
      facts,
      state: "look",
      summary: "La dernière copie n’a pas pu être vérifiée.",
      advice: "Les sauvegardes disent pourquoi.",
    }
  return {
    ...check,
    facts,
    state: "good",
    summary:
      "Une copie a été faite dans les deux derniers jours. Gardez-en une ailleurs que sur cette machine.",
  }
}

const spellTrial = ({ at, isGood }: { at: Date; isGood: boolean }, now: Date) =>
  `${formatLongTime(at)} (${formatAgo(at, now)}), ${isGood ? "réussie" : "échouée"}`

type Elsewhere = {
  isSet: boolean
  /** Beside a PostgreSQL server of the hosts' a copy is made for it and deleted: nobody verifies that one. */
  isEmbedded: boolean
  uptimeSeconds: number
  /** When the copy was made that lies there, and how much of the library it lacks. */
  sent?: { at: Date; missing: number }
  /** When the newest one there was made that also was verified here. */
  verifiedAt?: Date
  /** Why the last try came to nothing. */
  failure?: string
}

/** The copies at a second place. */
export function checkElsewhere(
  { isSet, isEmbedded, uptimeSeconds, sent, verifiedAt, failure }: Elsewhere,
  now: Date,
): Check {
  const check = { id: "copie-ailleurs", title: "Copie ailleurs" }
  if (!isSet)
    return {
      ...check,
      facts: [],
      state: "unset",
      summary:
        "Aucun second emplacement n’est réglé\u00a0: le site ne met pas de copie ailleurs que sur cette machine. Téléchargez-en une de temps en temps.",
      onServer: "Réglez BACKUP_S3_ENDPOINT et ce qui va avec.",
    }
  const spell = (at?: Date) => (at ? `${formatLongTime(at)} (${formatAgo(at, now)})` : "aucune")
  const isOld = (at: Date) => now.getTime() - at.getTime() > OLD_MS
  const facts = [
    { label: "Dernière copie ailleurs", value: spell(sent?.at) },
    {
      label: "Dernière copie vérifiée",
      value: isEmbedded ? spell(verifiedAt) : "non vérifiées, à côté d’un serveur PostgreSQL",
    },
  ]
  const advice = failure ?? "Le site réessaie chaque heure. Son journal technique dit ce qui l’empêche."
  if (!sent)
    return uptimeSeconds < DAY_MS / 1_000 && failure === undefined
      ? {
          ...check,
          facts,
          state: "good",
          summary: "La première copie part dans l’heure. Avec beaucoup de médias, elle met longtemps.",
        }
      : { ...check, facts, state: "fix", summary: "Aucune copie n’est encore arrivée ailleurs.", advice }
  if (isOld(sent.at))
    return {
      ...check,
      facts,
      state: "fix",
      summary: "La dernière copie ailleurs a plus de deux jours.",
      advice,
    }
  const isNew = !verifiedAt && uptimeSeconds < DAY_MS / 1_000
  if (isEmbedded && !isNew && (!verifiedAt || isOld(verifiedAt)))
    return {
      ...check,
      facts,
      state: "fix",
      summary: verifiedAt
        ? "La dernière copie vérifiée ailleurs a plus de deux jours."
        : "Aucune copie ailleurs n’est encore vérifiée.",
      advice: "Les sauvegardes disent ce qui empêche de vérifier celles d’ici, qui sont les mêmes.",
    }
  if (sent.missing > 0)
    return {
      ...check,
      facts,
      state: "look",
      summary: `Des fichiers de médias manquent à la dernière copie ailleurs (${sent.missing}).`,
      advice: "Lancez npm run media -- check\u00a0: la commande dit lesquels sont absents ou abîmés.",
    }
  return { ...check, facts, state: "good", summary: "Une copie des deux derniers jours est gardée ailleurs." }
}

const RETRY =
  "Le site en fait une chaque jour\u00a0: s’il n’y arrive pas, c’est le plus souvent faute de place sur le disque. Les sauvegardes disent pourquoi, et en font une tout de suite."
