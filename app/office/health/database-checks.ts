import type { ReplicaState } from "#app/db/replica.server.ts"
import { formatLongDate, formatLongTime } from "#app/kit/lib/dates.ts"
import { formatBytes } from "#app/media/file-facts.ts"
import type { Check } from "./check.ts"

const SLOW_MS = 250
/** Of all that the server has, so many are many. */
const MANY_CONNECTIONS = 0.8
/** What nobody notices, and what spoils signed addresses, codes of authenticator apps and dated publications. */
const CLOCK_LOOK_MS = 2_000
const CLOCK_FIX_MS = 20_000
/** The oldest PostgreSQL that the site is made for. */
const OLDEST_POSTGRESQL = 15

type Versions = {
  site: string
  node: string
  postgresql: string
  schema: { name: string; pending: number; isNewer: boolean }
  /** Since when the site runs in this version, where that was noted. */
  since?: Date
  /** One that is out meanwhile, where hosts let the site ask. */
  newer?: { version: string; date: string }
  /** The last update, where it gave way to this version again. */
  undone?: { version: string; at: Date; reason: string }
}

/** « 1.2.0 est sortie le 3 décembre 2026. » @param release.date `YYYY-MM-DD`, or nothing where that is not known */
export const sayRelease = ({ version, date }: { version: string; date: string }) =>
  date === ""
    ? `${version} est sortie.`
    : `${version} est sortie le ${formatLongDate(new Date(`${date}T12:00:00Z`))}.`

/** Where it is written. */
const HOW_TO_UPDATE = "cko update (docs/install.md, «\u00a0Mettre à jour\u00a0»)"

export function checkVersions({ site, node, postgresql, schema, since, newer, undone }: Versions): Check {
  const facts = [
    { label: "Site", value: site },
    { label: "Node", value: node },
    { label: "PostgreSQL", value: postgresql },
    { label: "Schéma", value: schema.name || "inconnu" },
  ]
  const check = { id: "versions", title: "Versions", facts } as const
  if (schema.pending > 0)
    return {
      ...check,
      state: "fix",
      summary: `Le site a été mis à jour sur le disque, et ${schema.pending > 1 ? `${schema.pending} mises à jour` : "une mise à jour"} du schéma de la base ${schema.pending > 1 ? "attendent" : "attend"}.`,
      advice: "Redémarrez le site\u00a0: il met la base à jour en démarrant.",
    }
  if (schema.isNewer)
    return {
      ...check,
      state: "fix",
      summary: "La base a été mise à jour par une version du site plus récente que celle-ci.",
      advice: "Mettez ce serveur à jour aussi, puis redémarrez le site.",
    }
  if (Number.parseInt(postgresql, 10) < OLDEST_POSTGRESQL)
    return {
      ...check,
      state: "fix",
      summary: `PostgreSQL ${postgresql} est trop ancien pour le site.`,
      advice: `Passez à PostgreSQL ${OLDEST_POSTGRESQL} ou plus récent.`,
    }
  if (undone)
    return {
      ...check,
      state: "look",
      summary: `La mise à jour vers ${undone.version}, le ${formatLongTime(undone.at)}, a été défaite\u00a0: ${undone.reason}`,
      advice:
        "Le site et ses données sont comme avant. Corrigez ce qui est dit et recommencez-la, ou attendez la version suivante.",
    }
  const running = since ? `${site}, depuis le ${formatLongTime(since)}.` : `${site}.`
  if (newer)
    return {
      ...check,
      state: "look",
      summary: `${sayRelease(newer)} Ici\u00a0: ${running}`,
      advice: `Lisez ce qu’elle change, puis mettez le site à jour\u00a0: ${HOW_TO_UPDATE}.`,
    }
  return { ...check, state: "good", summary: `${running} Le site et le schéma de la base vont ensemble.` }
}

type Database = {
  isEmbedded: boolean
  bytes: number
  used: number
  most: number
  latencyMs: number
  /** Where there is one. */
  replica?: ReplicaState
}

/** What is said of a replica, and what to do about it. */
const REPLICA: Record<ReplicaState, { value: string; advice?: string }> = {
  used: { value: "utilisée" },
  late: { value: "en retard", advice: "Regardez ce qui la retient\u00a0: le réseau, la machine, une pause." },
  gone: { value: "absente", advice: "Démarrez-la, ou ôtez DATABASE_READ_URL." },
  foreign: {
    value: "pas une réplique de cette base",
    advice: "Donnez à DATABASE_READ_URL l’adresse d’une réplique, ou ôtez cette variable.",
  },
}

export function checkDatabase({ isEmbedded, bytes, used, most, latencyMs, replica }: Database): Check {
  const { value, advice } = replica ? REPLICA[replica] : {}
  const check = {
    id: "base",
    title: "Base de données",
    facts: [
      { label: "Sorte", value: isEmbedded ? "intégrée au site" : "serveur PostgreSQL de DATABASE_URL" },
      { label: "Taille", value: formatBytes(bytes) },
      { label: "Connexions", value: `${used} sur ${most}` },
      { label: "Temps de réponse", value: `${Math.max(1, Math.round(latencyMs))}\u00a0ms` },
      ...(value ? [{ label: "Réplique", value }] : []),
    ],
  }
  if (used > most * MANY_CONNECTIONS)
    return {
      ...check,
      state: "look",
      summary: `${used} connexions sur ${most} sont prises.`,
      advice: "Diminuez le nombre de processus (--workers), ou augmentez max_connections.",
    }
  if (latencyMs > SLOW_MS)
    return {
      ...check,
      state: "look",
      summary: "La base met longtemps à répondre.",
      advice:
        "Rechargez la page dans un instant. Si cela dure, regardez ce qui occupe la machine ou le réseau.",
    }
  if (advice)
    return { ...check, state: "look", summary: `La base répond. Sa réplique\u00a0: ${value}.`, advice }
  return { ...check, state: "good", summary: "La base répond." }
}

/** @param aheadMs by how much the database's clock is ahead of this process's */
export function checkClock(aheadMs: number, now: Date): Check {
  const off = Math.abs(aheadMs)
  const seconds = (Math.round(off / 100) / 10).toLocaleString("fr-FR")
  const check = {
    id: "horloge",
    title: "Horloge",
    facts: [
      { label: "Heure du site (UTC)", value: now.toISOString().slice(0, 19).replace("T", " ") },
      { label: "Écart avec la base", value: `${seconds}\u00a0s` },
    ],
  }
  if (off < CLOCK_LOOK_MS)
    return { ...check, state: "good", summary: "Le site et la base ont la même heure." }
  return {
    ...check,
    state: off < CLOCK_FIX_MS ? "look" : "fix",
    summary: `La base ${aheadMs > 0 ? "avance" : "retarde"} de ${seconds}\u00a0s sur le site.`,
    advice: "Activez la mise à l’heure automatique (NTP) sur les deux machines.",
  }
}
