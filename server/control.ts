import { once } from "node:events"
import { chmod, rm } from "node:fs/promises"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { createInterface } from "node:readline"
import { importItems } from "#app/features/feeds/import.server.ts"
import { type PackedItem, packItem } from "#app/features/feeds/packed-item.ts"
import { log } from "#app/lib/log.server.ts"
import { commandAddress } from "./command-address.ts"

/**
 * Listens for commands that need the embedded database while this process has it open. Only the owner of the data
 * folder can reach the socket, and nothing of it is reachable from the network.
 *
 * @returns the function that stops listening
 */
export async function listenForCommands(dataDir: string) {
  const address = commandAddress(dataDir)
  // The data folder is locked by now: a socket that is there was left by a killed process.
  if (process.platform !== "win32") await rm(address, { force: true })
  const server = createServer(handleImport).listen(address)
  await once(server, "listening")
  if (process.platform !== "win32") await chmod(address, 0o600)

  return async () => {
    const closed = once(server, "close")
    server.close()
    await closed
  }
}

/** `POST /import`: one item a line in, progress a line out, then the report (or the error). */
async function handleImport(request: IncomingMessage, response: ServerResponse) {
  if (request.method !== "POST" || !request.url?.startsWith("/import")) return response.writeHead(404).end()
  const answer = (line: object) => response.write(`${JSON.stringify(line)}\n`)
  try {
    const items: PackedItem[] = []
    for await (const line of createInterface({ input: request })) items.push(packItem(JSON.parse(line)))
    const report = await importItems(items, {
      withDeleted: request.url.endsWith("?with-deleted"),
      onProgress: (done) => answer({ done }),
    })
    answer({ report })
  } catch (error) {
    log.error(error, "import failed")
    answer({ error: "L’import a échoué et rien n’a été changé. Le journal du site dit pourquoi." })
  }
  response.end()
}
