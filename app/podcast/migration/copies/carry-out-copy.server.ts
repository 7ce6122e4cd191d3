import { and, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { fileCopies } from "#app/db/schema/copies.server.ts"
import { media } from "#app/db/schema/media.server.ts"
import { whileLeased } from "#app/kit/lib/leases.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { adoptFile } from "#app/media/processing/adopt-medium.server.ts"
import type { Examined } from "#app/media/processing/medium-files.server.ts"
import { RefusedFileError } from "#app/media/processing/refused.ts"
import { CopyError } from "./copy-error.ts"
import { dropCopy, leaveCopy, renewCopy, restHost, type TakenCopy } from "./copy-lease.server.ts"
import { haltCopying } from "./copying.server.ts"
import { type CopyOptions, downloadCopy } from "./download-copy.server.ts"
import { removePartial } from "./partial-file.server.ts"
import { CopyLostError } from "./receive-copy.server.ts"
import { requireCopyRoom, roomError } from "./room.server.ts"

/** Without any progress. */
const MAX_ATTEMPTS = 5
/** Before each further attempt. */
const DELAYS = [60, 300, 1_800, 7_200]
const MAX_REST_SECONDS = 86_400

/** Fetches a taken file into the media library. What goes wrong is written down for the hosts, or tried again later. */
export async function carryOutCopy(copy: TakenCopy, options: CopyOptions) {
  try {
    await whileLeased(
      () => renewCopy(copy),
      () => carryOut(copy, options),
    )
  } catch (thrown) {
    const error = roomError(thrown)
    if (error instanceof CopyLostError || options.signal?.aborted) return void (await leaveCopy(copy))
    if (error instanceof CopyError || error instanceof RefusedFileError) return fail(copy, error)
    log.error({ err: error, copy: copy.id }, "file not copied")
    return fail(copy, new CopyError("later", UNEXPECTED))
  }
}

async function carryOut(copy: TakenCopy, options: CopyOptions) {
  // A host gave the episode another file: if that lies elsewhere, it is entered as one.
  if (copy.current !== copy.source) {
    await dropCopy(copy)
    return removePartial(copy.id)
  }
  const known = await findCopied(copy.source)
  if (known !== undefined) return void (await leaveCopy(copy, { state: "preparing", mediumId: known }))
  const path = await downloadCopy(copy, options)
  const { mediumId } = await adoptFile(path, copy.title, null, (file) => checkFile(copy, file))
  const isOurs = await leaveCopy(copy, { state: "preparing", mediumId, attempts: 0, failure: "" })
  if (isOurs) await removePartial(copy.id)
}

/** A podcast's picture is often that of all its episodes: it is fetched once. */
async function findCopied(source: string) {
  const [found] = await db
    .select({ id: fileCopies.mediumId })
    .from(fileCopies)
    .innerJoin(media, eq(media.id, fileCopies.mediumId))
    .where(
      and(
        sql`md5(${fileCopies.source}) = md5(${source}::text)`,
        eq(fileCopies.source, source),
        isNotNull(fileCopies.mediumId),
        inArray(fileCopies.state, ["preparing", "done", "undone"]),
        sql`${media.state} <> 'failed'`,
      ),
    )
    .limit(1)
  return found?.id ?? undefined
}

async function checkFile({ part }: TakenCopy, { kind, bytes }: Examined) {
  if (part === "sound" && kind !== "audio") throw new RefusedFileError(kind === "video" ? FILM : NO_SOUND)
  if (part !== "sound" && kind !== "image") throw new RefusedFileError(NO_PICTURE)
  await requireCopyRoom(bytes, 0)
}

async function fail(copy: TakenCopy, error: CopyError | RefusedFileError) {
  const failure = error.message
  if (error instanceof CopyError && error.kind === "halts") {
    await leaveCopy(copy)
    return haltCopying(failure)
  }
  const attempts = copy.attempts + 1
  if (error instanceof CopyError && error.kind === "later" && attempts < MAX_ATTEMPTS) {
    const rest = Math.min(error.restSeconds ?? 0, MAX_REST_SECONDS)
    const delay = Math.max(rest, DELAYS[attempts - 1] ?? 0)
    const dueAt = sql`now() + make_interval(secs => ${delay})`
    await leaveCopy(copy, { attempts, failure, dueAt })
    if (rest > 0) await restHost(copy.host, rest)
    return
  }
  await leaveCopy(copy, { state: "failed", failure, attempts })
  if (!(error instanceof CopyError) || error.kind === "final") {
    await db
      .update(fileCopies)
      .set({ received: 0, total: null, etag: null, lastModified: null })
      .where(eq(fileCopies.id, copy.id))
    await removePartial(copy.id)
  }
}

const UNEXPECTED = "La copie a échoué. Le journal technique du site dit pourquoi."
const FILM =
  "C’est un film, et non un son\u00a0: les applications d’écoute n’en feraient rien ici. Il reste à sa place."
const NO_SOUND = "Ce fichier n’est pas un son."
const NO_PICTURE = "Ce fichier n’est pas une image."
