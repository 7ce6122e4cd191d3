import { once } from "node:events"
import { chmod, rm } from "node:fs/promises"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { BackupError } from "#app/db/backup-errors.server.ts"
import { log } from "#app/lib/log.server.ts"
import { commandAddress } from "./command-address.ts"
import { commands } from "./commands.ts"

/**
 * Listens for commands that need the embedded database while this process has it open. Only the owner of the data
 * folder can reach the socket, and nothing of it is reachable from the network.
 *
 * @returns the function that stops listening, once the commands under way have ended
 */
export async function listenForCommands(dataDir: string) {
  const address = commandAddress(dataDir)
  // The data folder is locked by now: a socket that is there was left by a killed process.
  if (process.platform !== "win32") await rm(address, { force: true })
  const server = createServer((request, response) => handle(request, response, dataDir)).listen(address)
  await once(server, "listening")
  if (process.platform !== "win32") await chmod(address, 0o600)

  return async () => {
    const closed = once(server, "close")
    server.close()
    await closed
  }
}

/** `POST /command?options`: lines of JSON out, how far it is and at the end its report, or the error. */
async function handle(request: IncomingMessage, response: ServerResponse, dataDir: string) {
  const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost")
  const command = request.method === "POST" ? commands.get(pathname) : undefined
  if (!command) return response.writeHead(404).end()
  const hangUp = new AbortController()
  response.on("close", () => hangUp.abort())
  const answer = (line: object) => response.write(`${JSON.stringify(line)}\n`)
  try {
    const report = await command.run({
      // Otherwise whoever stops reading it would hang up, unanswered.
      body: request.iterator({ destroyOnReturn: false }),
      options: searchParams,
      dataDir,
      tell: answer,
      signal: hangUp.signal,
    })
    answer({ report })
  } catch (error) {
    // Whoever hung up gave it up themselves, and hears no answer.
    if (hangUp.signal.aborted || request.errored) return
    if (!(error instanceof BackupError)) log.error(error, "command failed")
    answer({ error: error instanceof BackupError ? error.message : command.failure })
  }
  response.end()
}
