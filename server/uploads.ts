import { type Context, Hono, type MiddlewareHandler } from "hono"
import { actAs } from "#app/db/audit.server.ts"
import { mayNow } from "#app/accounts/auth/guard.server.ts"
import { findViewer, type Viewer } from "#app/accounts/auth/viewer.server.ts"
import { isStoreOutage } from "#app/media/store/store-outage.server.ts"
import { receivePart, settleUpload } from "#app/media/upload/receive-part.server.ts"
import { UploadRefusal } from "#app/media/upload/upload-refusal.ts"
import { MAX_UPLOAD_BYTES, UPLOADS } from "#app/media/upload/upload-rules.ts"
import { cancelUpload, createUpload, describeUpload } from "#app/media/upload/uploads.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { tellOutages } from "./outage.ts"

const VERSION = "1.0.0"
const ID = "/:id{[A-Za-z0-9_-]{22}}"

/** Of a disk or a bucket that does not answer. In seconds. */
const RETRY_AFTER = "5"
const NO_STORE = "Le stockage des fichiers ne répond pas : l’envoi reprendra dès qu’il sera de retour."

type Env = { Variables: { viewer: Viewer } }

/**
 * Uploads in parts (tus 1.0.0 with creation, expiration and termination; docs/decisions/media.md), by people who may write in the
 * back office. Bodies are streams, so this stands before the pages.
 */
export function uploads() {
  const app = new Hono<Env>()
  // First, on each answer: what has it not comes from a proxy.
  app.use(async (c, next) => {
    c.header("Tus-Resumable", VERSION)
    c.header("Cache-Control", "private, no-store")
    await next()
  })
  app.use(tellOutages, onlyTeam)
  app.options("*", (c) => {
    c.header("Tus-Version", VERSION)
    c.header("Tus-Extension", "creation,expiration,termination")
    c.header("Tus-Max-Size", String(MAX_UPLOAD_BYTES))
    return c.body(null, 204)
  })
  app.use(onlyThisVersion)

  app.post("/", async (c) => {
    const bytes = numberIn(c, "upload-length")
    const id = await createUpload({
      userId: c.get("viewer").id,
      name: metadataIn(c, "filename"),
      bytes,
      purpose: metadataIn(c, "purpose") === "import" ? "import" : "library",
    })
    c.header("Location", `${UPLOADS}/${id}`)
    return c.body(null, 201)
  })

  // HEAD comes by here, too: Hono leaves its answer without a body.
  app.get(ID, async (c) => {
    const { id: userId } = c.get("viewer")
    const id = c.req.param("id")
    let found = await describeUpload(id, userId)
    if (found.isLeft && found.phase === "receiving") {
      await settleUpload(id, userId).catch(unlessBusy)
      found = await describeUpload(id, userId)
    }
    const { expiresAt, isLeft: _, ...state } = found
    c.header("Upload-Offset", String(state.received))
    c.header("Upload-Length", String(state.bytes))
    if (state.phase === "receiving") c.header("Upload-Expires", expiresAt.toUTCString())
    return c.json(state)
  })

  app.patch(ID, async (c) => {
    if (c.req.header("content-type") !== "application/offset+octet-stream")
      throw new UploadRefusal(415, "Une partie de fichier est attendue.")
    if (c.req.header("content-length") === undefined)
      throw new UploadRefusal(411, "La longueur de cette partie manque.")
    const received = await receivePart({
      id: c.req.param("id"),
      userId: c.get("viewer").id,
      offset: numberIn(c, "upload-offset"),
      bytes: numberIn(c, "content-length"),
      body: c.req.raw.body,
      mayFinish: async () => void (await refuseOthers(c)),
    })
    c.header("Upload-Offset", String(received))
    return c.body(null, 204)
  })

  app.delete(ID, async (c) => {
    await cancelUpload(c.req.param("id"), c.get("viewer").id)
    return c.body(null, 204)
  })

  app.all("*", (c) => c.text("Rien ne se trouve à cette adresse.", 404))
  app.onError((error, c) => {
    if (error instanceof UploadRefusal || error instanceof Forbidden)
      return c.text(error.message, error.status)
    // Whoever sends a part may leave at any time.
    if (c.req.raw.signal.aborted) return c.body(null, 400)
    log.error(error, "upload failed")
    if (isStoreOutage(error)) return c.text(NO_STORE, 503, { "Retry-After": RETRY_AFTER })
    return c.text("L’envoi a échoué. Réessayez dans un instant.", 500)
  })
  return app
}

class Forbidden extends Error {
  status: 401 | 403
  constructor(status: 401 | 403, message: string) {
    super(message)
    this.status = status
  }
}

const onlyTeam: MiddlewareHandler<Env> = async (c, next) => {
  const { viewer, cookies } = await refuseOthers(c)
  for (const cookie of cookies) c.header("Set-Cookie", cookie, { append: true })
  c.set("viewer", viewer)
  await actAs({ ...viewer, name: viewer.email }, next)
}

/** Asked of the database each time: sessions end and roles change between two parts. @throws Forbidden */
async function refuseOthers(c: Context) {
  const { viewer, cookies } = await findViewer(c.req.raw.headers)
  if (!viewer) throw new Forbidden(401, "Vous n’êtes plus connecté : connectez-vous, puis réessayez.")
  if (!(await mayNow(viewer, "writing", "letters")))
    throw new Forbidden(403, "Votre compte ne permet pas d’envoyer des fichiers.")
  return { viewer, cookies }
}

/** A page asks for the state of an upload without speaking the protocol. */
const onlyThisVersion: MiddlewareHandler = async (c, next) => {
  const version = c.req.header("tus-resumable")
  if (version === VERSION || (version === undefined && c.req.raw.method === "GET")) return next()
  c.header("Tus-Version", VERSION)
  return c.text("Cette version du protocole d’envoi n’est pas prise en charge.", 412)
}

function numberIn(c: Context, header: string) {
  const text = c.req.header(header) ?? ""
  if (!/^\d{1,15}$/.test(text))
    throw new UploadRefusal(400, `L’en-tête ${header} n’est pas un nombre d’octets.`)
  return Number(text)
}

/** Of `Upload-Metadata: filename cGhvdG8uanBn,…`, what is said under a name. */
function metadataIn(c: Context, name: string) {
  const entries = (c.req.header("upload-metadata") ?? "").split(",").map((entry) => entry.trim())
  const encoded = entries.find((entry) => entry.startsWith(`${name} `))?.slice(name.length + 1) ?? ""
  return Buffer.from(encoded, "base64").toString("utf8")
}

function unlessBusy(error: unknown) {
  if (!(error instanceof UploadRefusal)) throw error
}
