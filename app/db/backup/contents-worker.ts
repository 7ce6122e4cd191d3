/** Looks, in a thread of its own, into a copy of the site: a large one takes longer than anybody should wait for. */
import { parentPort } from "node:worker_threads"
import { BackupError, explainBackupFailure } from "./backup-errors.server.ts"
import { type Answer, type Asked, readContents } from "./contents.server.ts"

parentPort?.on("message", ({ file, ...wanted }: Asked) => {
  void readContents(file, wanted).then(
    (contents) => parentPort?.postMessage({ contents } satisfies Answer),
    (error: unknown) => {
      const explained = explainBackupFailure(error, "Rien n’a été lu", file)
      // A thread that ends by its error is one whose loss is noted.
      if (!(explained instanceof BackupError)) throw error
      parentPort?.postMessage({ fault: explained.message } satisfies Answer)
    },
  )
})
