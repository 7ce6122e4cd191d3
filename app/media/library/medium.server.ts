import { and, eq } from "drizzle-orm"
import { nextVersion, type Saved } from "#app/content/versions.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { media, mediaFiles } from "#app/db/schema/media.server.ts"
import { shownFields } from "#app/kit/form/field-facts.ts"
import { mediaAddress } from "#app/kit/lib/media.ts"
import { retryMedium } from "../processing/new-medium.server.ts"
import { EXTENSIONS, type MediaType } from "../processing/recognised.ts"
import { cleanTitle } from "../processing/titles.ts"
import { type MediumForm, mediumSchema } from "./medium-form.schema.ts"
import { listUses } from "./uses.server.ts"

const PERCENT = 100
const PREVIEW_WIDTH = 960

/** All that the library's page shows of one medium, or undefined. */
export async function findMedium(id: number) {
  const [found] = await db.select().from(media).where(eq(media.id, id))
  if (!found) return undefined
  const files = await db
    .select({
      role: mediaFiles.role,
      name: mediaFiles.name,
      type: mediaFiles.type,
      width: mediaFiles.width,
      height: mediaFiles.height,
      bytes: mediaFiles.bytes,
    })
    .from(mediaFiles)
    .where(eq(mediaFiles.mediumId, id))
    .orderBy(mediaFiles.role, mediaFiles.width, mediaFiles.type)
  const {
    key,
    title,
    focalX,
    focalY,
    searchText: _search,
    sha256: _sum,
    leasedUntil: _lease,
    ...medium
  } = found
  return {
    ...medium,
    title,
    address: mediaAddress(key, title),
    preview: mediaAddress(key, previewOf(files) ?? title),
    focalX: toPercent(focalX),
    focalY: toPercent(focalY),
    files,
    fields: shownFields(mediumSchema),
    uses: await listUses(db, { id, key }),
  }
}

/** All that is known of a medium, as a page gets it. */
export type ShownMedium = Omit<
  NonNullable<Awaited<ReturnType<typeof findMedium>>>,
  "createdAt" | "updatedAt" | "createdBy"
> & { facts: string[]; sentOn: string; savedAt: string }

type File = { role: string; name: string; type: string; width: number | null }

/** Of a picture's sizes, the one that fits its page. */
function previewOf(files: File[]) {
  const far = ({ width }: File) => Math.abs((width ?? 0) - PREVIEW_WIDTH)
  const variants = files.filter(({ role, type }) => role === "variant" && type === "image/webp")
  return variants.toSorted((a, b) => far(a) - far(b))[0]?.name
}

/** A `real` has about seven digits, of which people want two. */
const toPercent = (share: number) => Math.round(share * PERCENT * 100) / 100

const told = { title: media.title, alt: media.alt, focalX: media.focalX, focalY: media.focalY }

/** Saves what a host wrote about a medium, unless somebody else saved it since the form was filled. @param from the version it was filled from */
export function updateMedium(
  id: number,
  from: number,
  { focalX, focalY, alt, ...typed }: MediumForm,
): Promise<Saved> {
  return db.transaction(async (tx) => {
    const held = await hold(tx, id)
    if (!held) return { outcome: "missing" }
    const { version, ...before } = held
    if (version !== from) return { outcome: "stale", version }
    const title = await cleanedTitle(tx, id, typed.title)
    const [after] = await tx
      .update(media)
      .set({ alt, title, focalX: focalX / PERCENT, focalY: focalY / PERCENT, ...nextVersion(media) })
      .where(eq(media.id, id))
      .returning(told)
    await record(tx, { action: "update", kind: "medium", id, title, before, after })
    return { outcome: "saved", id }
  })
}

/** Says what a picture shows of which nobody said it yet. @returns false when there is no such one */
export function describePicture(id: number, alt: string) {
  return db.transaction(async (tx) => {
    const [described] = await tx
      .update(media)
      .set({ alt, ...nextVersion(media) })
      .where(and(eq(media.id, id), eq(media.kind, "image"), eq(media.alt, "")))
      .returning({ title: media.title })
    if (!described) return false
    const { title } = described
    await record(tx, { action: "update", kind: "medium", id, title, before: { alt: "" }, after: { alt } })
    return true
  })
}

/** Lets the media worker try a failed medium again. @returns false when there is no such one */
export function retryFailedMedium(id: number) {
  return db.transaction(async (tx) => {
    if (!(await retryMedium(id, tx))) return false
    const [retried] = await tx.select({ title: media.title }).from(media).where(eq(media.id, id))
    const [before, after] = [{ status: "failed" }, { status: "waiting" }]
    await record(tx, { action: "update", kind: "medium", id, title: retried?.title, before, after })
    return true
  })
}

/** Its end stays that of the file that is served: apps go by it. */
async function cleanedTitle(tx: Transaction, id: number, title: string) {
  const [main] = await tx
    .select({ type: mediaFiles.type })
    .from(mediaFiles)
    .where(and(eq(mediaFiles.mediumId, id), eq(mediaFiles.role, "main")))
  return main && isMediaType(main.type) ? cleanTitle(title, main.type) : title
}

const isMediaType = (type: string): type is MediaType => Object.hasOwn(EXTENSIONS, type)

async function hold(tx: Transaction, id: number) {
  const [found] = await tx
    .select({ version: media.version, ...told })
    .from(media)
    .where(eq(media.id, id))
    .for("no key update")
  return found
}
