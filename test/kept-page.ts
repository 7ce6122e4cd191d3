import { DEFERRED_SCRIPTS } from "#app/kit/http/deferred-scripts.ts"
import { hydrationElement, hydrationScript } from "#app/kit/http/hydration-data.server.ts"

/** A page as the application renders it for who only reads, with this data. */
export async function keptPage(data: string, { status = 200, type = "text/html; charset=utf-8" } = {}) {
  const element = hydrationElement(await hydrationScript(new Blob([data]).stream()))
  const html = `<body><script type="application/json" id="${DEFERRED_SCRIPTS}">{}</script>${element}</body>`
  return new Response(html, { status, headers: { "Content-Type": type } })
}
