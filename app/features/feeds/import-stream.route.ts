import type { ActionFunctionArgs } from "react-router"
import { streamImport } from "./import-stream.server.ts"

/**
 * `POST ?mode=preview|run&url=…&digest=…&with-deleted&choices=…`: the first `choices` bytes of the body are what the host
 * chose in the preview (import-choices.ts); without `url` the rest of it is the feed. What a page gets back is in
 * `ImportMessage`.
 */
export async function action({ request, url }: ActionFunctionArgs) {
  const { searchParams } = url
  const address = searchParams.get("url")
  const length = Number(request.headers.get("Content-Length") ?? NaN)
  const choices = searchParams.get("choices")
  return streamImport({
    source: {
      ...(address !== null && { url: address }),
      body: request.body,
      totalBytes: Number.isSafeInteger(length) ? length : undefined,
    },
    choicesBytes: choices === null ? undefined : Number(choices),
    mode: searchParams.get("mode") === "run" ? "run" : "preview",
    expectedDigest: searchParams.get("digest") ?? undefined,
    withDeleted: searchParams.has("with-deleted"),
    signal: request.signal,
  })
}
