import { once } from "node:events"
import { createServer } from "node:http"
import { silentWav } from "#test/wav.ts"
import { AUDIO_HOST } from "./sites.ts"

const SECONDS = 180

/** A host of audio files, as podcasts have one beside their site: three minutes of silence under every address. */
export async function startAudioHost() {
  const file = silentWav(SECONDS)
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
