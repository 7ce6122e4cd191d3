import type { IncomingMessage, RequestListener } from "node:http"

/** As RFC 3986 (3.2.2) spells hosts, with a port or without. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]+)(?::\d*)?$/i

/**
 * Answers with 400 whoever names several hosts, an empty one or what can be none (RFC 9112, 3.2): a proxy may take another
 * of them for the one that is meant. Node sees to those that name none.
 */
export function requireOneHost(listener: RequestListener): RequestListener {
  return (request, response) => {
    if (namesOneHost(request)) return listener(request, response)
    response.writeHead(400, { "Content-Type": "text/plain; charset=UTF-8", Connection: "close" })
    response.end("L’en-tête Host de cette demande n’est pas valable.")
  }
}

function namesOneHost({ rawHeaders }: IncomingMessage) {
  const hosts = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.length === 4 && /^host$/i.test(rawHeaders[at - 1] ?? ""),
  )
  return hosts.length < 2 && hosts.every((host) => HOST.test(host))
}
