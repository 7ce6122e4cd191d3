import { createHash } from "node:crypto"
import { db } from "#app/db/client.server.ts"
import { emptyReport, FIELD_LABELS, type ImportPreview, type ImportRow } from "./feeds.schema.ts"
import type { Candidate } from "./import-changes.server.ts"
import { EVERYTHING, keyOf, MAX_LISTED, toChoices } from "./import-choices.ts"
import {
  BATCH,
  type Comparison,
  countInto,
  createComparison,
  isDraft,
  remarksOn,
} from "./import-comparison.server.ts"
import { inImportOrder, type SerializedItem } from "./serialized-item.ts"

type Options = {
  withDeleted?: boolean
  /** Called with what would be done, a batch at a time, for the first 20,000 items with which anything would be. */
  onRows?: (rows: ImportRow[]) => void
}

/**
 * What importing these items would do, without doing any of it.
 *
 * @param items unique by GUID, in any order
 */
export async function previewImport(
  items: SerializedItem[],
  { withDeleted = false, onRows }: Options = {},
): Promise<ImportPreview> {
  const inOrder = inImportOrder(items)
  const preview: ImportPreview = { ...emptyReport(), digest: digestItems(items) }
  const compare = createComparison(items, { withDeleted, choices: toChoices(EVERYTHING) })
  let listed = 0
  for (let start = 0; start < inOrder.length; start += BATCH) {
    const comparison = await compare(db, inOrder.slice(start, start + BATCH))
    countInto(preview, comparison)
    const rows = listRows(comparison).slice(0, MAX_LISTED - listed)
    listed += rows.length
    if (rows.length > 0) onRows?.(rows)
  }
  return preview
}

/** One digest (base64url, SHA-256) of all items together, whatever their order. */
export function digestItems(items: SerializedItem[]) {
  const hash = createHash("sha256")
  for (const digest of items.map((item) => item.digest).sort()) hash.update(digest)
  return hash.digest("base64url")
}

function listRows({ fresh, changed }: Comparison): ImportRow[] {
  const created = fresh.map((candidate) => ({ kind: "create" as const, fields: [], ...rowOf(candidate) }))
  const existing = changed
    .filter(({ fields, twin }) => fields.length > 0 || twin !== undefined)
    .map(({ fields, guest, twin, ...candidate }): ImportRow => ({
      kind: twin === undefined ? "update" : "link",
      ...rowOf(candidate),
      fields: fields.map((field) => FIELD_LABELS[field]),
      ...(twin === undefined && !fields.includes("guest") && { guest: shorten(guest) }),
      ...(twin !== undefined && { twin: shorten(twin) }),
    }))
  return [...created, ...existing]
}

function rowOf(candidate: Candidate & { episodeId?: number }) {
  const { title, guest, publishedAt } = candidate.item
  const remarks = remarksOn(candidate)
  return {
    key: keyOf(candidate),
    title: shorten(title),
    guest: shorten(guest),
    publishedAt,
    ...(isDraft(candidate) && { isDraft: true as const }),
    ...(remarks.length > 0 && { remarks }),
  }
}

/** To look at: twenty thousand of them travel at once. */
function shorten(text: string) {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

const MAX_LENGTH = 200
