import { placeInTexts } from "#app/office/import/place-in-texts.server.ts"
import { copyFiles, lookForFiles } from "#app/podcast/migration/copies/copy-files.server.ts"
import { readCopying } from "#app/podcast/migration/copies/copying.server.ts"
import { wakeHere } from "#app/kit/lib/wake-job.server.ts"
import { defineJob, minutes, seconds } from "./job.server.ts"

/** Episodes come by feeds, from time to time. */
export const lookForCopies = defineJob({
  name: "look-for-copies",
  firstMs: seconds(30),
  everyMs: minutes(1),
  async run() {
    await lookForFiles()
    wakeHere("copies")
  },
  failed: "files not looked for",
})

/** One file at a time. */
function copyOneByOne() {
  /** Without anything to copy, the database is asked when somebody asks, and once a minute only. */
  let isBusy = false
  return defineJob({
    name: "copies",
    firstMs: seconds(5),
    // The media worker wakes it with each file that is done. Between, those that rest come back.
    everyMs: seconds(5),
    async run({ signal, isAsked }) {
      if (!isBusy && !isAsked) return
      isBusy = false
      await copyFiles({ signal, placeInTexts })
      isBusy = (await readCopying())?.isOn ?? false
    },
    failed: "files not copied",
  })
}

/** As many at once as the whole database has, where this is its only process. */
export const copies = [copyOneByOne(), copyOneByOne()]
