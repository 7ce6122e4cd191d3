import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { reasonOf } from "#app/base/mail/mail-outcomes.server.ts"
import { outboxFolder } from "#app/kit/lib/outbox.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import type { ReadyMail } from "./letter-message.server.ts"
import type { Connection } from "./smtp-connection.server.ts"

/** Where letters are files, on a site without a mail server: apart from the mails that people wait for. */
export const lettersFolder = () => join(outboxFolder(getSettings().dataDir), "lettres")

/** Takes mails as a mail server does. A file that is written again is the same file. */
export const outboxConnection: Connection = {
  isOpen: () => true,
  async handOver(mail, begin) {
    if (!(await begin())) return { outcome: "unwanted" }
    try {
      await writeToOutbox(mail)
      return { outcome: "sent" }
    } catch (error) {
      return { outcome: "failed", failure: reasonOf(error), isCertain: true }
    }
  },
  close: async () => {},
}

/** Writes a mail of a letter as a file, as a whole or not at all. @returns the file */
export async function writeToOutbox({ source, messageId }: ReadyMail) {
  const name = messageId.replace(/@.*|[^\w-]/g, "")
  const folder = lettersFolder()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `${name}.eml`)
  const partial = `${file}.partial`
  try {
    // Links in it end subscriptions: for the owner of the data folder only.
    await writeFile(partial, source, { mode: 0o600 })
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  return file
}
