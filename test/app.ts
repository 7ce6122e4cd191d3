import { PUBLIC_URL } from "./setup.ts"
import { createApp } from "#server/app.ts"

export { PUBLIC_URL }

/** Tests name the visitor's address in `X-Forwarded-For`. */
const app = createApp({ publicUrl: PUBLIC_URL, trustedProxies: 1 })

/** Sends a request to the whole application, in process. */
export async function send(path: string, init?: RequestInit) {
  return await app.request(PUBLIC_URL + path, init)
}

/** A page's status, headers and text. */
export async function getPage(path: string) {
  const response = await send(path)
  return { status: response.status, headers: response.headers, html: await response.text() }
}
