import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeAll, beforeEach } from "vitest"
import { sendDueMails } from "#app/base/mail/mail-queue.server.ts"
import { applySettings, getSettings } from "#app/kit/lib/settings.server.ts"
import { PUBLIC_URL } from "./app.ts"
import { readMail } from "./mail-server.ts"

/** Gives the site an outbox of its own for as long as the test file runs, empty before each test. */
export function useOutbox() {
  let folder = ""
  beforeAll(async () => {
    const before = getSettings()
    folder = await mkdtemp(join(tmpdir(), "cko-outbox-"))
    applySettings({ ...before, dataDir: folder })
    return async () => {
      applySettings(before)
      await rm(folder, { recursive: true, force: true })
    }
  })
  const outbox = () => join(folder, "outbox")
  const empty = () => rm(outbox(), { recursive: true, force: true })
  beforeEach(empty)
  /** Sends what waits, and reads all mails in the outbox but letters, oldest first. */
  const mails = async () => {
    await sendDueMails()
    const names = await readdir(outbox()).catch((): string[] => [])
    return Promise.all(
      names
        .filter((name) => name.endsWith(".eml"))
        .toSorted()
        .map(async (name) => readMail(await readFile(join(outbox(), name), "latin1"))),
    )
  }
  return {
    empty,
    mails,
    /**
     * The link in the newest mail, as a path of the site; the outbox is empty then.
     *
     * @param to what its address holds, where there are several; the first one without
     */
    async link(to = "") {
      const links = (await mails()).at(-1)?.text.match(/https:\/\/\S+/g) ?? []
      const link = links.find((link) => link.includes(to)) ?? ""
      if (!link.startsWith(PUBLIC_URL)) throw new Error(`no link of the site: ${link}`)
      await empty()
      return link.slice(PUBLIC_URL.length)
    },
  }
}
