import { access, chmod, constants, mkdir, realpath } from "node:fs/promises"
import { EmbeddedDatabaseError } from "./embedded-error.ts"
import { findFittingPrograms } from "./folder.server.ts"
import { takeTurn, takeTurnNow, useFolder } from "./folder-users.server.ts"
import {
  findPostmaster,
  isListening,
  type Server,
  startPostmaster,
  stopPostmaster,
  tellToStop,
  waitForEnd,
  waitUntilReady,
} from "./postmaster.server.ts"
import { findPrograms } from "./programs.server.ts"
import { findReach } from "./reach.server.ts"
import { settleUpdate } from "./update.server.ts"

export type Embedded = Awaited<ReturnType<typeof joinEmbedded>>

/**
 * Joins those who use the embedded database of a data folder: PostgreSQL, which the first process starts and the last one
 * stops, whatever they are and in whatever order they come and go.
 *
 * @param settings of PostgreSQL, instead of its usual ones
 * @param trialOf the update by which this program is being tried
 * @returns its address for `pg`; `revive`, to start it anew when it was killed; `leave`
 * @throws EmbeddedDatabaseError when it cannot be started
 */
export async function joinEmbedded(dataDir: string, settings?: Record<string, string>, trialOf?: string) {
  const folder = await makeFolder(dataDir)
  return takeTurn(folder, async () => {
    const use = useFolder(folder)
    const start = async (): Promise<Server> => {
      const reach = await findReach(folder)
      // What killed processes left running may have older programs and other settings.
      if (use.isFirst && findPostmaster(folder))
        await stopPostmaster({ dataDir: folder, programs: await findPrograms(), reach })
      await settleUpdate(folder, use.isFirst, trialOf)
      const server = { dataDir: folder, programs: await findFittingPrograms(folder), reach, settings }
      await ensureRunning(server)
      return server
    }
    const server = await start().catch((error: unknown) => {
      use.leave()
      throw error
    })

    // Whoever ends without leaving (a signal, an error) leaves so; one who is killed is found to be gone by the next.
    const leaveAtOnce = () => {
      const endTurn = takeTurnNow(folder)
      if (endTurn && use.leave()) tellToStop(folder)
    }
    process.once("exit", leaveAtOnce)
    let hasLeft = false
    return {
      url: server.reach.url,
      revive: () => takeTurn(folder, async () => (hasLeft ? undefined : ensureRunning(server))),
      leave() {
        process.off("exit", leaveAtOnce)
        hasLeft = true
        return takeTurn(folder, async () => (use.leave() ? stopPostmaster(server) : undefined))
      },
    }
  })
}

async function ensureRunning(server: Server) {
  const found = findPostmaster(server.dataDir)
  if (found && found.status !== "stopping") return waitUntilReady(server.dataDir, found.pid)
  if (found) await waitForEnd(server.dataDir, found.pid)
  // One in another container that has the same folder is seen only so.
  else if (await isListening(server.reach)) return
  await startPostmaster(server)
}

/** @returns its path without symbolic links, by which its processes find each other */
async function makeFolder(dataDir: string) {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    await chmod(dataDir, 0o700)
    return await realpath(dataDir)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new EmbeddedDatabaseError(
      `Le dossier de données ${dataDir} ne peut pas être utilisé (${code}). Donnez-en les droits au compte qui ` +
        "démarre le site, ou choisissez un autre dossier avec DATA_DIR.",
    )
  }
}
