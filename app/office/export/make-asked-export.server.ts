import { rm } from "node:fs/promises"
import { refreshSiteSettings } from "#app/base/settings/site-settings.server.ts"
import { BackupError } from "#app/db/backup/backup-errors.server.ts"
import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import {
  type AskedExport,
  endExport,
  failExport,
  type MadeExport,
  noteExport,
  readAskedExport,
} from "./asked-export.server.ts"
import { ExportError } from "./export-error.ts"
import { archiveFile, inArchives, removeArchivesBut } from "./kept-archives.server.ts"
import { type ExportProgress, measureExport, refuseTarget } from "./write-export.server.ts"
import { writeFormat } from "./write-formats.server.ts"

/** Whatever ends the process that makes an archive would end each one that tries. */
const MAX_STARTS = 3
/** So often somebody is told how far it is, and asked whether it is still wanted. */
const NOTE_MS = 1_000
const TITLES_TOLD = 50

type Options = { signal: AbortSignal; onBeat?: () => void }

/**
 * Makes the archive that somebody asked for, if anybody did, in the place of the one before. What an ended process began is begun anew; begun three
 * times and never ended, it has failed. One of a data folder's processes does, the others leave it to that one.
 *
 * @param options.signal leaves it to the next process, as if nobody had tried
 */
export async function makeAskedExport(options: Options) {
  if (!(await readAskedExport())) return
  await inArchives(async () => {
    const asked = await readAskedExport()
    if (asked) await make(asked, options)
  })
}

async function make(asked: AskedExport, { signal, onBeat }: Options) {
  const begun = { ...asked, starts: asked.starts + 1 }
  const cancelling = new AbortController()
  let noted = -Infinity
  let noting: Promise<unknown> = Promise.resolve()
  const onProgress = (progress: ExportProgress) => {
    onBeat?.()
    if (performance.now() - noted < NOTE_MS) return
    noted = performance.now()
    // A note that fails is made up for by the next one.
    noting = note({ ...begun, progress }).catch(() => {})
  }
  const note = async (state: AskedExport) => {
    if (!(await noteExport(state))) cancelling.abort()
  }
  try {
    if (asked.starts >= MAX_STARTS) throw new ExportError(ENDED)
    await note(begun)
    const made = await write(asked, AbortSignal.any([signal, cancelling.signal]), onProgress)
    await noting
    const isWanted = await endExport(asked, made)
    if (isWanted) await removeArchivesBut(asked.name)
    else await rm(archiveFile(asked.name), { force: true })
  } catch (error) {
    await noting
    if (signal.aborted) await noteExport({ ...asked, progress: undefined })
    else if (!cancelling.signal.aborted) await failExport(asked, explain(error))
  }
}

async function write(
  { name, format, hasPersonalData, hasMedia }: AskedExport,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<MadeExport> {
  const file = archiveFile(name)
  // Whole, but of a process that was killed before it could say so.
  await rm(file, { force: true })
  await refreshSiteSettings()
  const choices = { format, hasPersonalData, hasMedia }
  await refuseTarget(file, await measureExport(choices))
  signal.throwIfAborted()
  const { publicUrl } = getSettings()
  const { counts, files, missing, bytes } = await writeFormat(format, {
    ...{ file, publicUrl, ...choices, onProgress, signal },
  })
  log.info({ file, bytes, files, missing: missing.length }, "archive of the site written")
  const titles = missing.slice(0, TITLES_TOLD).map(({ title }) => title)
  return { ...choices, name, counts, files, missing: { count: missing.length, titles } }
}

/** @returns why there is none, in French; what nobody knows is in the log */
function explain(error: unknown) {
  if (error instanceof ExportError || error instanceof BackupError) {
    log.info({ reason: error.message }, "archive of the site not written")
    return frenchSpaces(error.message)
  }
  log.error(error, "archive of the site not written")
  return UNKNOWN
}

const ENDED =
  "L’archive n’a pas été écrite\u00a0: trois fois, le site s’est arrêté pendant qu’il la faisait. Regardez la place sur le disque et la mémoire de la machine, puis recommencez."
const UNKNOWN =
  "L’archive n’a pas été écrite, pour une raison que le site ne connaît pas. Son journal technique la donne."
