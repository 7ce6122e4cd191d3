import { createHash, createHmac, randomBytes } from "node:crypto"
import { and, desc, eq, inArray, or, type SQL } from "drizzle-orm"
import { record } from "#app/db/audit.server.ts"
import { db } from "#app/db/client.server.ts"
import { users } from "#app/db/schema/accounts.server.ts"
import { drafts, previewLinks } from "#app/db/schema/drafts.server.ts"
import { getSecret } from "#app/db/secrets.server.ts"
import { type Drafted, holdItem } from "./hold-item.server.ts"

/** How many links there are at most to one item, and to one draft. */
export const MAX_LINKS = 20

type Target = { itemId: number | null; draftId: number | null }

/**
 * Makes a secret address of an item as it is saved, or of one's own draft.
 *
 * @returns false when there is no such item or draft, `too-many` when it has `MAX_LINKS` already
 */
export async function share(target: Target, userId: string, type: Drafted) {
  const secret = await getSecret(SECRET)
  return db.transaction(async (tx) => {
    const { kind } = type
    const { itemId, draftId } = target
    const [draft] = draftId
      ? await tx
          .select({ title: drafts.title, itemId: drafts.itemId })
          .from(drafts)
          .where(and(eq(drafts.id, draftId), eq(drafts.kind, kind), eq(drafts.userId, userId)))
          .for("update")
      : []
    const item = itemId ? await holdItem(tx, type, itemId) : undefined
    const shown = draft ?? item
    if (!shown) return false
    if ((await tx.$count(previewLinks, to(kind, target))) >= MAX_LINKS) return "too-many"
    const [link] = await tx
      .insert(previewLinks)
      .values({
        kind,
        ...target,
        digest: randomBytes(32).toString("hex"),
        createdBy: userId,
        createdAt: new Date(),
      })
      .returning({ id: previewLinks.id, createdAt: previewLinks.createdAt })
    if (!link) throw new Error("the link was not inserted")
    await tx
      .update(previewLinks)
      .set({ digest: digestOf(keyOf(secret, link)) })
      .where(eq(previewLinks.id, link.id))
    const id = itemId ?? draft?.itemId ?? undefined
    await record(tx, { action: "share", kind, id, title: shown.title })
    return true
  })
}

/** Closes a secret address. @param by who opened it, if only theirs may be closed. @returns the item it showed, or undefined when there is no such link */
export function unshare(id: number, type: Drafted, by?: string) {
  return db.transaction(async (tx) => {
    const isMeant = and(
      eq(previewLinks.id, id),
      eq(previewLinks.kind, type.kind),
      by === undefined ? undefined : eq(previewLinks.createdBy, by),
    )
    const [gone] = await tx.delete(previewLinks).where(isMeant).returning({
      itemId: previewLinks.itemId,
      draftId: previewLinks.draftId,
    })
    if (!gone) return undefined
    const [draft] = gone.draftId
      ? await tx
          .select({ title: drafts.title, itemId: drafts.itemId })
          .from(drafts)
          .where(eq(drafts.id, gone.draftId))
      : []
    const item = gone.itemId ? await holdItem(tx, type, gone.itemId) : undefined
    const title = draft?.title ?? item?.title
    await record(tx, {
      action: "revoke",
      kind: type.kind,
      id: gone.itemId ?? draft?.itemId ?? undefined,
      title,
    })
    return gone
  })
}

/** The links to an item and to some drafts, the newest first, with the address of each on this site. */
export async function listLinks(kind: string, itemId: number | null, draftIds: number[]) {
  const targets = [
    itemId ? eq(previewLinks.itemId, itemId) : undefined,
    draftIds.length > 0 ? inArray(previewLinks.draftId, draftIds) : undefined,
  ].filter((target) => target !== undefined)
  if (targets.length === 0) return []
  const links = await db
    .select({
      id: previewLinks.id,
      draftId: previewLinks.draftId,
      digest: previewLinks.digest,
      createdAt: previewLinks.createdAt,
      createdBy: users.email,
    })
    .from(previewLinks)
    .leftJoin(users, eq(users.id, previewLinks.createdBy))
    .where(and(eq(previewLinks.kind, kind), or(...targets)))
    .orderBy(desc(previewLinks.id))
    .limit(MAX_LINKS * (draftIds.length + 1))
  const secret = await getSecret(SECRET)
  return links.map(({ digest, ...link }) => {
    const key = keyOf(secret, link)
    return { ...link, path: digestOf(key) === digest ? `/preview/${key}` : null }
  })
}

const KEY = /^[\w-]{43}$/

/** What a secret address shows: an item by its kind and number, or a draft with what stands in it. */
export async function findPreview(key: string) {
  if (!KEY.test(key)) return undefined
  const [found] = await db
    .select({
      kind: previewLinks.kind,
      itemId: previewLinks.itemId,
      // First what is never null: by it the query builder tells whether there is a draft.
      draft: { values: drafts.values, itemId: drafts.itemId },
    })
    .from(previewLinks)
    .leftJoin(drafts, eq(drafts.id, previewLinks.draftId))
    .where(eq(previewLinks.digest, digestOf(key)))
  return found
}

const SECRET = "preview-links"

/** Made anew from the site's secret whenever a host looks: the table holds digests only, and the address can be copied again. */
function keyOf(secret: string, { id, createdAt }: { id: number; createdAt: Date }) {
  return createHmac("sha256", secret).update(`${id} ${createdAt.toISOString()}`).digest("base64url")
}

const digestOf = (key: string) => createHash("sha256").update(key).digest("hex")

function to(kind: string, { itemId, draftId }: Target): SQL | undefined {
  const target = itemId ? eq(previewLinks.itemId, itemId) : eq(previewLinks.draftId, draftId ?? 0)
  return and(eq(previewLinks.kind, kind), target)
}
