import { createHash } from "node:crypto"
import { db } from "../../db/client.server.ts"
import { FIELD_LABELS, type ImportChange, type ImportPreview, MAX_SHOWN } from "./feeds.schema.ts"
import { BATCH, type Comparison, compareItems, countInto } from "./import-comparison.server.ts"
import type { PackedItem } from "./packed-item.ts"

/**
 * What importing these items would do, without doing any of it: the figures, and the first 200 changes, newest
 * episodes first.
 *
 * @param items unique by GUID, in any order
 */
export async function previewImport(
  items: PackedItem[],
  { withDeleted = false }: { withDeleted?: boolean } = {},
): Promise<ImportPreview> {
  const newestFirst = items.toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
  const preview: ImportPreview = {
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: [],
    changes: [],
    digest: digestItems(items),
  }
  for (let start = 0; start < newestFirst.length; start += BATCH) {
    const comparison = await compareItems(db, newestFirst.slice(start, start + BATCH), withDeleted)
    countInto(preview, comparison)
    preview.changes.push(...listChanges(comparison).slice(0, MAX_SHOWN - preview.changes.length))
  }
  return preview
}

/** One digest (base64url, SHA-256) of all items together, whatever their order. */
export function digestItems(items: PackedItem[]) {
  const hash = createHash("sha256")
  for (const digest of items.map((item) => item.digest).sort()) hash.update(digest)
  return hash.digest("base64url")
}

function listChanges({ fresh, changed }: Comparison): ImportChange[] {
  const created = fresh.map(({ item }) => ({ kind: "create" as const, item, fields: [] }))
  const updated = changed
    .filter(({ fields }) => fields.length > 0)
    .map(({ item, fields }) => ({ kind: "update" as const, item, fields }))
  return [...created, ...updated]
    .sort((a, b) => b.item.publishedAt.localeCompare(a.item.publishedAt))
    .map(({ kind, item: { title, guest }, fields }) => ({
      kind,
      title,
      guest,
      fields: fields.map((field) => FIELD_LABELS[field]),
    }))
}
