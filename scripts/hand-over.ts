import { request } from "node:http"
import { readLines } from "#app/lib/lines.server.ts"
import { commandAddress } from "#server/command-address.ts"

/** What the site said about a command that failed, in one French line. */
export class HandOverError extends Error {
  override name = "HandOverError"
}

type Message<Progress, Report> = Progress & { report?: Report; error?: string }

/**
 * Lets the site that has the embedded database do a command's work.
 *
 * @param path of the command, with its options
 * @param onProgress is told what the site says of how far it is
 * @returns the site's report
 * @throws HandOverError when it failed, or when no site answers
 */
export async function handOver<Progress extends object, Report>(
  dataDir: string,
  path: string,
  onProgress: (progress: Progress) => void,
  { body = [], signal }: { body?: Iterable<Uint8Array>; signal?: AbortSignal } = {},
) {
  const outgoing = request({ socketPath: commandAddress(dataDir), method: "POST", path, signal })
  const answer = new Promise<AsyncIterable<Uint8Array>>((resolve, reject) => {
    outgoing.on("response", resolve).on("error", reject)
  })
  for (const piece of body) outgoing.write(piece)
  outgoing.end()

  try {
    for await (const line of readLines(await answer)) {
      const message = JSON.parse(line) as Message<Progress, Report>
      if (message.error !== undefined) throw new HandOverError(message.error)
      if (message.report) return message.report
      onProgress(message)
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error
    if (error.code === "ENOENT" || error.code === "ECONNREFUSED") throw new HandOverError(NOT_LISTENING)
    if (error.code !== "ECONNRESET") throw error
  }
  throw new HandOverError("Le site s’est arrêté avant la fin : rien n’a été changé.")
}

const NOT_LISTENING =
  "Le dossier de données est pris par un site qui démarre ou par une autre commande. Réessayez dans un instant."
