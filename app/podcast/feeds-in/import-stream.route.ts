import type { ActionFunctionArgs, MiddlewareFunction } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { isRecentlyAuthenticated } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { viewerContext } from "#app/accounts/auth/viewer.server.ts"
import { seenConnectionContext } from "#app/kit/http/seen-connection.server.ts"
import type { ImportMessage } from "./feeds.schema.ts"
import { streamImport } from "./import-stream.server.ts"

/** Importing waits for re-authentication, before anything of the feed is read; the preview changes nothing. */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ context, url }, next) => {
    if (url.searchParams.get("mode") !== "run" || (await isRecentlyAuthenticated(getViewer(context))))
      return next()
    const headers = {
      "Content-Type": "application/x-ndjson; charset=utf-8",
      "Cache-Control": "private, no-store",
    }
    return Response.json({ error: NOT_REAUTHENTICATED } satisfies ImportMessage, { status: 403, headers })
  },
]

const NOT_REAUTHENTICATED =
  "Rien n’a été importé : confirmez d’abord que c’est vous, en lançant l’import à nouveau."

/**
 * `POST ?mode=preview|run&url=…&digest=…&with-deleted&identity=…&choices=…`: the first `choices` bytes of the body are what the host
 * chose in the preview (import-choices.ts); without `url` the rest of it is the feed. What a page gets back is in
 * `ImportMessage`.
 */
export async function action({ context, request, url }: ActionFunctionArgs) {
  const { searchParams } = url
  const address = searchParams.get("url")
  const length = Number(request.headers.get("Content-Length") ?? NaN)
  const choices = searchParams.get("choices")
  const { promise: isRead, resolve: onRead } = Promise.withResolvers<void>()
  const response = streamImport({
    source: {
      ...(address !== null && { url: address }),
      body: request.body,
      totalBytes: Number.isSafeInteger(length) ? length : undefined,
    },
    choicesBytes: choices === null ? undefined : Number(choices),
    mode: searchParams.get("mode") === "run" ? "run" : "preview",
    expectedDigest: searchParams.get("digest") ?? undefined,
    withDeleted: searchParams.has("with-deleted"),
    identityKey: searchParams.get("identity") ?? undefined,
    userId: context.get(viewerContext)?.id ?? null,
    onRead,
    signal: request.signal,
  })
  // Once a request is answered, nginx passes on no more of it.
  if (address === null && context.get(seenConnectionContext).trustedProxies > 0) await isRead
  return response
}
