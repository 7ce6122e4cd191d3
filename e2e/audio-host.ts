import { once } from "node:events"
import { createServer } from "node:http"
import { AUDIO_HOST } from "./sites.ts"

const SECONDS = 180
const BYTES_PER_SECOND = 8_000

/** A host of audio files, as podcasts have one beside their site: three minutes of silence under every address. */
export async function startAudioHost() {
  const file = silence()
  const server = createServer((request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? []
    const start = Number(from ?? 0)
    const end = to ? Number(to) : file.length - 1
    response.writeHead(from === undefined ? 200 : 206, {
      "Content-Type": "audio/wav",
      "Accept-Ranges": "bytes",
      "Content-Length": end - start + 1,
      ...(from !== undefined && { "Content-Range": `bytes ${start}-${end}/${file.length}` }),
    })
    response.end(file.subarray(start, end + 1))
  })
  server.listen(Number(new URL(AUDIO_HOST).port), "localhost")
  await once(server, "listening")
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

/** A WAV file of 8-bit samples. */
function silence() {
  const samples = SECONDS * BYTES_PER_SECOND
  const header = Buffer.alloc(44)
  header.write("RIFF", 0)
  header.writeUInt32LE(36 + samples, 4)
  header.write("WAVEfmt ", 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(BYTES_PER_SECOND, 24)
  header.writeUInt32LE(BYTES_PER_SECOND, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write("data", 36)
  header.writeUInt32LE(samples, 40)
  return Buffer.concat([header, Buffer.alloc(samples, 128)])
}
