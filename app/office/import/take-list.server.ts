import { basename } from "node:path"
import { and, eq, inArray } from "drizzle-orm"
import { isPeopleList } from "#app/audience/newsletter/import/is-people-list.ts"
import { readPart } from "#app/audience/newsletter/import/read-list.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { imports } from "#app/db/schema/imports.server.ts"
import { subscriberImports } from "#app/db/schema/newsletter.server.ts"
import { ImportError } from "./import-error.ts"
import type { Beat } from "./keep-things.server.ts"
import type { OpenedFile } from "./open-files.server.ts"
import type { LossThing } from "./things.ts"

/** Whether a file is a list of people to write to. */
export const isList = ({ name, head }: OpenedFile) => isPeopleList(name, Buffer.from(head, "latin1"))

/**
 * Reads a list of people into the one that all lists of an import are: it waits under « Abonnés », where alone is decided who is
 * written to (docs/decisions/imports.md). What is wrong with it is told like what else does not come along.
 *
 * @throws ImportError where the import is gone; what `signal` says
 */
export async function* takeList(
  importId: number,
  { name, source }: OpenedFile,
  beat: Beat,
): AsyncGenerator<LossThing> {
  const [found] = await db.select({ listId: imports.listId }).from(imports).where(eq(imports.id, importId))
  const answer = await readPart(whileHeeding(source, beat), basename(name), found?.listId ?? null, keep)
  if ("problem" in answer)
    yield {
      kind: "loss",
      id: `list:${name}`,
      what: "liste de personnes",
      title: `${basename(name)}\u00a0: ${answer.problem}`,
    }

  async function keep(tx: Transaction, listId: number) {
    const kept = await tx
      .update(imports)
      .set({ listId })
      .where(and(eq(imports.id, importId), eq(imports.state, "reading")))
      .returning({ id: imports.id })
    if (kept.length === 0) throw new ImportError(GONE)
  }
}

async function* whileHeeding(source: AsyncIterable<Uint8Array>, { signal, onBeat }: Beat) {
  for await (const chunk of source) {
    signal.throwIfAborted()
    onBeat()
    yield chunk
  }
}

/**
 * Forgets the list of an import, unless somebody took it up: then it has a page and a history of its own. One that is being read is
 * left: nobody sees it, and it goes by itself.
 */
export async function dropList(on: typeof db | Transaction, importId: number) {
  const waiting = on
    .select({ id: subscriberImports.id })
    .from(subscriberImports)
    .innerJoin(imports, eq(imports.listId, subscriberImports.id))
    .where(and(eq(imports.id, importId), inArray(subscriberImports.state, ["reading", "read"])))
    .for("update", { of: subscriberImports, skipLocked: true })
  await on.delete(subscriberImports).where(inArray(subscriberImports.id, waiting))
}

const GONE = "Cet import n’est plus là."
