import { createApp } from "#server/app.ts"

export const PUBLIC_URL = "https://cko.test"

const app = createApp({ publicUrl: PUBLIC_URL })

/** Sends a request to the whole application, in process. */
export async function send(path: string, init?: RequestInit) {
  return await app.request(PUBLIC_URL + path, init)
}

/** A page's status, headers and text. */
export async function getPage(path: string) {
  const response = await send(path)
  return { status: response.status, headers: response.headers, html: await response.text() }
}
