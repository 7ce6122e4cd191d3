import { createHash } from "node:crypto"
import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { importThings } from "#app/db/schema/imports.server.ts"
import { cleanCharacters } from "#app/kit/lib/from-html/html-texts.ts"
import { bounded, UNNAMED } from "./bounds.ts"
import type { Thing } from "./things.ts"

export type Beat = { signal: AbortSignal; onBeat: () => void }

/** Keeps what an import's files tell of until it ends; some of it only, where it is aborted. */
export async function keepThings(
  importId: number,
  things: AsyncIterable<Thing> | Iterable<Thing>,
  { signal, onBeat }: Beat,
) {
  let batch = createBatch(importId)
  for await (const thing of things) {
    batch.add(thing)
    if (!batch.isFull()) continue
    await batch.keep()
    batch = createBatch(importId)
    onBeat()
    if (signal.aborted) return
  }
  await batch.keep()
}

/** After so many of them at most a beat is told. */
export const THINGS_A_BEAT = 250
/** A text may have millions of characters: of such ones fewer wait together. */
const BATCH_CHARACTERS = 4_000_000

/** What comes twice is the first one: of several files of one site each names its authors and categories. What is known of a sound adds up. */
function createBatch(importId: number) {
  const things = new Map<string, Thing>()
  let characters = 0

  function add(told: Thing) {
    const thing = bounded(told)
    const key = `${thing.kind} ${idOf(thing)}`
    const before = things.get(key)
    if (before === undefined) things.set(key, thing)
    else if (before.kind === "sound" && thing.kind === "sound")
      things.set(key, { ...before, sound: { ...before.sound, ...thing.sound } })
    characters += lengthOf(thing)
  }

  async function keep() {
    if (things.size === 0) return
    await db
      .insert(importThings)
      .values([...things.values()].map((thing) => toRow(importId, thing)))
      .onConflictDoUpdate({
        target: [importThings.importId, importThings.kind, importThings.sourceId],
        set: {
          thing: sql`jsonb_set(${importThings.thing}, '{sound}', (${importThings.thing} -> 'sound') || (excluded.thing -> 'sound'))`,
        },
        setWhere: sql`excluded.kind = 'sound'`,
      })
  }

  return {
    add,
    keep,
    isFull: () => things.size >= THINGS_A_BEAT || characters >= BATCH_CHARACTERS,
  }
}

function lengthOf(thing: Thing) {
  if (thing.kind === "row") return thing.cells.reduce((sum, cell) => sum + cell.length, 0)
  if (thing.kind === "part") return thing.text.length
  if (thing.kind === "line") return JSON.stringify(thing.line).length
  return thing.kind === "text" ? thing.content.length : 0
}

function toRow(importId: number, thing: Thing) {
  const json = JSON.stringify(thing, (_name, value: unknown) =>
    typeof value === "string" ? cleanCharacters(value) : value,
  )
  return {
    importId,
    kind: thing.kind,
    sourceId: idOf(thing),
    thing: sql`${json}::jsonb`,
    digest: createHash("sha256").update(json).digest("base64"),
  }
}

/** Of another site there is another one: two of them are no single import. */
const idOf = (thing: Thing) => (thing.kind === "site" ? thing.address || UNNAMED : thing.id)
