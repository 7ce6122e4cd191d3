import type { ActionFunctionArgs } from "react-router"
import { streamImport } from "./import-stream.server.ts"

/**
 * `POST ?mode=preview|run&url=…&digest=…&with-deleted`: without `url` the raw body is the feed. What a page gets back is
 * in `ImportMessage`.
 */
export async function action({ request, url }: ActionFunctionArgs) {
  const { searchParams } = url
  const address = searchParams.get("url")
  const length = Number(request.headers.get("Content-Length") ?? NaN)
  return streamImport({
    source:
      address === null
        ? { body: request.body, totalBytes: Number.isSafeInteger(length) ? length : undefined }
        : { url: address },
    mode: searchParams.get("mode") === "run" ? "run" : "preview",
    expectedDigest: searchParams.get("digest") ?? undefined,
    withDeleted: searchParams.has("with-deleted"),
    signal: request.signal,
  })
}
