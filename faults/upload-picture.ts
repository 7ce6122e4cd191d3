import { readFile } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { UPLOADS } from "#app/media/upload/upload-rules.ts"
import { visit } from "./visitor.ts"

/** Sends a picture, `a.png`, to the library of a new site. @returns its key, once it is ready */
export async function uploadPicture(url: string, cookie: string) {
  const headers = { cookie, "Tus-Resumable": "1.0.0" }
  const picture = await readFile(new URL("../public/share.png", import.meta.url))
  const metadata = `filename ${Buffer.from("a.png").toString("base64")}`
  const length = { "Upload-Length": String(picture.length), "Upload-Metadata": metadata }
  const begun = await fetch(url + UPLOADS, { method: "POST", headers: { ...headers, ...length } })
  const part = { "Content-Type": "application/offset+octet-stream", "Upload-Offset": "0" }
  const sent = { method: "PATCH", body: picture, headers: { ...headers, ...part } }
  await fetch(url + begun.headers.get("location"), sent)
  for (let waited = 0; waited < 240; waited += 1) {
    const list = await visit(`${url}/admin/media/choices?kind=image`, { cookie })
    const key = /\/media\/([\w-]{22})\//.exec(list.text)?.[1]
    if (key) return key
    await sleep(500)
  }
  throw new Error("the picture was not made")
}
