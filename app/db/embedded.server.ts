import { once } from "node:events"
import { createRequire } from "node:module"
import { Duplex } from "node:stream"
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads"
import { log } from "../lib/log.server.ts"

/** An open embedded database: what a `pg` pool needs to talk to it, and its end. */
export type Embedded = Awaited<ReturnType<typeof openEmbedded>>

/** How long nobody tries again to open what just could not be opened. */
const PAUSE_MS = 2_000

/**
 * Starts PGlite on a folder (or `memory://`), in a worker thread. When it fails as a whole (on a full disk, for example)
 * its connections break, and the next one starts it anew, from what is on the disk: as a server does by itself.
 *
 * @param options.dumpFile a `dumpDataDir` archive to start from, for tests
 * @throws what PGlite says when the folder cannot be opened
 */
export async function openEmbedded({ dataDir, dumpFile }: { dataDir: string; dumpFile?: string }) {
  let worker: Worker | undefined
  let endedAt = -Infinity
  const ports = new Set<MessagePort>()

  async function start(workerData: object) {
    // Resolved through the package's own imports: right in the sources and in the bundle.
    const started = new Worker(createRequire(import.meta.url).resolve("#app/db/embedded-worker.ts"), {
      workerData,
    })
    worker = started
    started.once("exit", () => {
      worker = undefined
      endedAt = performance.now()
      // Those that it had not yet taken would wait for ever.
      for (const port of ports) port.close()
    })
    await once(started, "message")
    started.on("error", (error) => log.error(error, "the embedded database failed"))
  }
  const startAnew = () =>
    start({ dataDir }).catch((error: unknown) => log.error(error, "the embedded database did not open"))

  await start({ dataDir, dumpFile })

  return {
    /** The stream of one new connection, to be given to `pg`. */
    connect() {
      const { port1, port2 } = new MessageChannel()
      ports.add(port1)
      port1.on("close", () => ports.delete(port1))
      if (!worker && performance.now() - endedAt > PAUSE_MS) void startAnew()
      if (worker) worker.postMessage({ connect: port2 }, [port2])
      else port2.close()
      return streamOver(port1)
    },
    async dump(): Promise<ArrayBuffer> {
      if (!worker) throw new Error("the embedded database is not open")
      worker.postMessage({ dump: true })
      const [message] = await once(worker, "message")
      return message.dump
    },
    async close() {
      if (!worker) return
      worker.postMessage({ close: true })
      await once(worker, "message")
      await worker.terminate()
    },
  }
}

/** A port dressed as the socket that `pg` expects. */
function streamOver(port: MessagePort) {
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      port.postMessage(new Uint8Array(chunk))
      done()
    },
    // pg corks a query's messages: together they cost one crossing and one call.
    writev(chunks, done) {
      port.postMessage(new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))))
      done()
    },
    destroy(error, done) {
      port.close()
      done(error)
    },
  })
  port.on("message", (bytes: Uint8Array) => stream.push(bytes))
  port.on("close", () => stream.destroy())
  const socket = {
    connect: () => process.nextTick(() => stream.emit("connect")),
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  }
  return Object.assign(stream, socket)
}
