/**
 * Runs PGlite in a thread of its own, so that SQL never holds up the event loop that serves pages. Each connection is
 * a port that carries PostgreSQL's wire protocol; PGlite has one session, so the pool opens one connection at a time.
 */
import { readFile } from "node:fs/promises"
import { type MessagePort, parentPort, workerData } from "node:worker_threads"
import { PGlite } from "@electric-sql/pglite"
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm"
import { unaccent } from "@electric-sql/pglite/contrib/unaccent"

const { dataDir, dumpFile } = workerData as { dataDir: string; dumpFile?: string }
const TERMINATE = "X".charCodeAt(0)
const LONGEST_ERROR = 2_048

const database = await PGlite.create({
  dataDir,
  // PGlite's own default takes 160 MB at once; the operating system keeps the files in memory anyway.
  postgresqlconf: ["shared_buffers=32MB", "random_page_cost=1.1"],
  extensions: { pg_trgm, unaccent },
  loadDataDir: dumpFile === undefined ? undefined : new Blob([await readFile(dumpFile)]),
})

parentPort?.on("message", async (message: { connect: MessagePort } | { dump: true } | { close: true }) => {
  if ("connect" in message) await serve(message.connect)
  if ("dump" in message) parentPort?.postMessage({ dump: await dump() })
  if ("close" in message) {
    await database.close()
    parentPort?.postMessage({ closed: true })
  }
})
parentPort?.postMessage({ ready: true })

async function serve(connection: MessagePort) {
  // The session outlives its connections: forget what the last one left (an open transaction, prepared statements).
  await database.exec("ROLLBACK")
  await database.exec("DISCARD ALL")
  connection.on("message", async (bytes: Uint8Array) => {
    if (bytes[0] === TERMINATE) return connection.close()
    const answer = await execute(bytes)
    const isOver = isPanic(answer)
    connection.postMessage(answer, [answer.buffer])
    // It would go on in whatever state it is; what is on the disk is sound.
    if (isOver) process.exit(1)
  })
}

/** By its stream: of what it returns in one piece PGlite also keeps all messages, parsed, until memory is full. */
async function execute(bytes: Uint8Array) {
  const parts: Uint8Array[] = []
  await database.execProtocolRawStream(bytes, { onRawData: (part) => void parts.push(part.slice()) })
  return new Uint8Array(Buffer.concat(parts))
}

/** PostgreSQL's own word for a failure that a server does not survive, in the error that ends an answer. */
function isPanic(answer: Uint8Array) {
  const end = Buffer.from(answer.buffer, Math.max(0, answer.byteLength - LONGEST_ERROR))
  return end.includes("\0VPANIC\0")
}

async function dump() {
  return (await database.dumpDataDir("none")).arrayBuffer()
}
