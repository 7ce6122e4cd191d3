import { openTable, TableError } from "#app/kit/lib/read-table.server.ts"
import { ImportError } from "./import-error.ts"
import type { LossThing } from "./things.ts"

/** Whether a file is the table of a Ghost's members or of a Substack's subscribers, by its first line. */
export function isMembers(head: string) {
  const names = (head.split(/\r?\n/, 1)[0] ?? "")
    .toLowerCase()
    .split(/[,;\t]/)
    .map((name) => name.replaceAll('"', "").trim())
  return (
    names.includes("email") &&
    ["subscribed_to_emails", "complimentary_plan", "active_subscription"].some((name) => names.includes(name))
  )
}

/** Says how many there are, and where they come in: who gets letters is decided there. */
export async function* readMembers(source: AsyncIterable<Uint8Array>): AsyncGenerator<LossThing> {
  let count = -1
  try {
    const { lines } = await openTable(source)
    for await (const _ of lines) count += 1
  } catch (error) {
    if (error instanceof TableError) throw new ImportError(error.message)
    throw error
  }
  if (count < 1) return
  const members = `${count.toLocaleString("fr-FR")} ${count > 1 ? "abonnés" : "abonné"}`
  yield { kind: "loss", id: "members", what: "abonnés", title: `${members}\u00a0: ${WHERE}` }
}

const WHERE = "importez ce fichier sous Abonnés, Importer"
