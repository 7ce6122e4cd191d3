import { once } from "node:events"
import { createRequire } from "node:module"
import { Duplex } from "node:stream"
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads"

/** An open embedded database: what a `pg` pool needs to talk to it, and its end. */
export type Embedded = Awaited<ReturnType<typeof openEmbedded>>

/**
 * Starts PGlite on a folder (or `memory://`), in a worker thread.
 *
 * @param options.dumpFile a `dumpDataDir` archive to start from, for tests
 * @throws what PGlite says when the folder cannot be opened
 */
export async function openEmbedded(options: { dataDir: string; dumpFile?: string }) {
  // Resolved through the package's own imports: right in the sources and in the bundle.
  const worker = new Worker(createRequire(import.meta.url).resolve("#app/db/embedded-worker.ts"), {
    workerData: options,
  })
  await once(worker, "message")

  return {
    /** The stream of one new connection, to be given to `pg`. */
    connect() {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ connect: port2 }, [port2])
      return streamOver(port1)
    },
    async dump(): Promise<ArrayBuffer> {
      worker.postMessage({ dump: true })
      const [message] = await once(worker, "message")
      return message.dump
    },
    async close() {
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
  port.on("close", () => stream.push(null))
  const socket = {
    connect: () => process.nextTick(() => stream.emit("connect")),
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  }
  return Object.assign(stream, socket)
}
