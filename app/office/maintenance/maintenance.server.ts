import { listEntries } from "#app/base/audit/log.server.ts"
import { countAllInBin } from "#app/content/bin/bin.server.ts"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { countRedirects } from "#app/base/redirects/manage-redirects.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { formatAgo } from "#app/kit/lib/dates.ts"
import { currentLosses } from "#app/kit/lib/losses.server.ts"
import { mediaType } from "#app/media/library/type.server.ts"
import { listBackups, readBackupState } from "../backups/backups.server.ts"
import { readAskedExport, readExportFailure } from "../export/asked-export.server.ts"
import { listArchives } from "../export/kept-archives.server.ts"
import { sayFigures } from "../jobs/works.copy.ts"
import { listWorks } from "../jobs/works.server.ts"
import { checkAddress, type SeenAddress } from "../health/address-check.ts"
import { MOST, wordsFor } from "../waiting/waiting.ts"
import { lookAtSite } from "../waiting/waiting.server.ts"
import { orUnknown, type Present, UNKNOWN } from "./or-unknown.server.ts"

/**
 * What the page says of each of its parts; of one that cannot be read, that it cannot.
 *
 * @param seen how the request came in
 */
export async function readPresent(seen: SeenAddress, now = new Date()) {
  const [health, backups, archive, jobs, log, redirects, personalData, bin, unused] = await Promise.all([
    orUnknown(readHealth(seen, now)),
    orUnknown(readBackups(now)),
    orUnknown(readArchive(now)),
    orUnknown(readJobs()),
    orUnknown(readLog(now)),
    orUnknown(readRedirects()),
    orUnknown(readRetention()),
    orUnknown(readBin()),
    orUnknown(readUnused()),
  ])
  return { health, backups, archive, jobs, log, redirects, personalData, bin, unused, uploads: sayUploads() }
}

/** What is quickly known; other servers are asked on the page of the site's health only. */
export async function readHealth(seen: SeenAddress, now: Date): Promise<Present> {
  const { counts, copiedAt, isSure } = await lookAtSite(now)
  const { isCopyMissing, isCopyOld, isCopyBad, disk, failedMails, failedMedia } = counts
  const waits = wordsFor(
    {
      isCopyMissing,
      isCopyOld,
      isCopyBad,
      disk,
      failedMails,
      failedMedia,
      hasNoMailServer: !sendsRealMail(),
    },
    [],
  )
  const wrong = [
    ...(checkAddress(seen).state === "good" ? [] : ["Adresse et proxy à revoir"]),
    ...(currentLosses().length > 0 ? ["Vos visiteurs voient moins que ce qu’il y a"] : []),
    ...waits.map(({ text }) => text),
  ]
  if (wrong.length === 0 && !isSure) return UNKNOWN
  const said = wrong.length > 0 ? [...wrong] : ["Rien à signaler"]
  if (copiedAt) said.push(`dernière copie ${formatAgo(copiedAt, now)}`)
  return { text: said.join(" · "), isWrong: wrong.length > 0 }
}

async function readBackups(now: Date): Promise<Present> {
  const [copies, { asked, failure }] = await Promise.all([listBackups(), readBackupState()])
  if (asked) return { text: "Une copie est en cours" }
  if (failure) return { text: "La dernière copie n’a pas été faite", isWrong: true }
  const [newest] = copies
  if (!newest) return { text: "Aucune copie ici" }
  const many = copies.length > 1 ? `${copies.length} copies, la dernière` : "Une copie,"
  return { text: `${many} ${formatAgo(newest.at, now)}` }
}

async function readArchive(now: Date): Promise<Present> {
  const [[archive], asked, failure] = await Promise.all([
    listArchives(),
    readAskedExport(),
    readExportFailure(),
  ])
  if (asked) return { text: "Une archive se prépare" }
  if (failure) return { text: "La dernière archive n’a pas été faite", isWrong: true }
  return { text: archive ? `Une archive, ${formatAgo(archive.at, now)}` : "Aucune archive ici" }
}

async function readJobs(): Promise<Present> {
  const works = await listWorks()
  const sum = (key: "working" | "waiting" | "failed") => works.reduce((all, work) => all + work[key], 0)
  const said = sayFigures({ working: sum("working"), waiting: sum("waiting"), failed: sum("failed") })
  return {
    text: said.length > 0 ? said.join(" · ") : "Rien n’attend.",
    isWrong: works.some(({ failingSince }) => failingSince !== undefined),
  }
}

async function readLog(now: Date): Promise<Present> {
  const [last] = await listEntries({ limit: 1, offset: 0 })
  if (!last) return { text: "Rien n’est encore arrivé." }
  return { text: `Dernière entrée ${formatAgo(last.at, now)}, par ${last.actor || "une personne effacée"}` }
}

async function readRedirects(): Promise<Present> {
  const count = await countRedirects()
  if (count === 0) return { text: "Aucune redirection" }
  return { text: `${count.toLocaleString("fr-FR")} redirection${count > 1 ? "s" : ""}` }
}

async function readRetention(): Promise<Present> {
  const { messageMonths, logMonths } = siteSettings().retention
  const messages = messageMonths === 0 ? "sans limite" : `${messageMonths} mois`
  return { text: `Messages gardés ${messages}, journal ${logMonths} mois` }
}

async function readBin(): Promise<Present> {
  const count = await countAllInBin()
  if (count === 0) return { text: "La corbeille est vide." }
  return { text: `${count.toLocaleString("fr-FR")} élément${count > 1 ? "s" : ""}` }
}

function sayUploads(): Present {
  const { fileMb, libraryGb } = siteSettings().uploads
  const room = libraryGb === 0 ? "tant que le disque a de la place" : `${libraryGb} Go en tout`
  return { text: `${fileMb.toLocaleString("fr-FR")} Mo par fichier · ${room}` }
}

async function readUnused(): Promise<Present> {
  const count = await mediaType.list.rows.count({ search: "", filters: { etat: "inutilises" } }, MOST + 1)
  if (count === 0) return { text: "Tous les médias servent." }
  if (count === 1) return { text: "Un média n’est utilisé nulle part" }
  return { text: `${count > MOST ? `Plus de ${MOST}` : count} médias ne sont utilisés nulle part` }
}
