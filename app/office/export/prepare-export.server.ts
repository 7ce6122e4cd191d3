import { frenchSpaces } from "#app/kit/lib/french-spaces.ts"
import { readDisk } from "../health/machine.server.ts"
import { archiveName, askForExport, cancelExport, type ExportChoices } from "./asked-export.server.ts"
import { ExportError } from "./export-error.ts"
import { archiveFile, makeArchivesFolder, tidyArchives } from "./kept-archives.server.ts"
import { measureExport, refuseTarget } from "./write-export.server.ts"

/** What each part of an archive would hold, and about how many bytes it would take; `free` is what the disk has. */
export async function measureParts() {
  const [whole, open, { free }] = await Promise.all([
    measureExport({ hasPersonalData: true, hasMedia: true }),
    measureExport({ hasPersonalData: false, hasMedia: false }),
    readDisk(),
  ])
  const { counts, bytes, media } = whole
  return { counts, bytes: open.bytes, personalBytes: bytes - open.bytes, media, free }
}

/** Asks for an archive where there is room for it. @returns `under-way` while one is asked for already, or why not, in French */
export async function prepareExport(choices: ExportChoices, now = new Date()) {
  await makeArchivesFolder()
  try {
    await refuseTarget(archiveFile(archiveName(choices.format, now)), await measureExport(choices))
  } catch (error) {
    if (error instanceof ExportError) return { refused: frenchSpaces(error.message) }
    throw error
  }
  return (await askForExport(choices, now)) ? "begun" : "under-way"
}

/** Nobody wants the archive any more that is being made: nothing is left of it. @returns false where none is */
export async function giveUpExport() {
  const isCancelled = await cancelExport()
  // What makes it takes its part away itself, unless it was killed.
  if (isCancelled) await tidyArchives()
  return isCancelled
}
