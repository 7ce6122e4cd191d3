import { open, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { log } from "#app/kit/lib/log.server.ts"
import { outboxFolder } from "#app/kit/lib/outbox.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"

/** Headers end long before. */
const HEAD_BYTES = 16_384
/** Long addresses begin on a line of their own. */
const ADDRESSES = /^(?:to|reply-to):\s*(\S+)\s*$/gim

/**
 * Deletes the mails in the outbox, letters among them, that went to somebody, or whose answers would. A file that cannot be read or
 * deleted stays where it is, and is logged.
 *
 * @param email in lower case
 */
export async function eraseFromOutbox(email: string) {
  const outbox = outboxFolder(getSettings().dataDir)
  try {
    for (const name of await readdir(outbox, { recursive: true }))
      if (name.endsWith(".eml")) await eraseIfOf(email, join(outbox, name))
  } catch (error) {
    // On most sites there is none.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") log.error(error, "outbox not looked through")
  }
}

async function eraseIfOf(email: string, file: string) {
  try {
    const [head = ""] = (await readBeginning(file)).split(/\r?\n\r?\n/, 1)
    if ([...head.matchAll(ADDRESSES)].some(([, address]) => address?.toLowerCase() === email))
      await rm(file, { force: true })
  } catch (error) {
    log.error(error, "mail of the outbox neither read nor erased")
  }
}

async function readBeginning(file: string) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.toString("latin1", 0, bytesRead)
  } finally {
    await handle.close()
  }
}
