import { nameData, namingElement } from "#app/kit/http/hydration-data.server.ts"

/** A page as the application renders it for who only reads, and the data that lie beside it. */
export function keptPage(text: string) {
  const data = nameData(text)
  const headers = { "Content-Type": "text/html; charset=utf-8" }
  return { response: new Response(`<body>${namingElement(data)}</body>`, { headers }), data }
}
