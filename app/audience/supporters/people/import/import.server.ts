import { sql } from "drizzle-orm"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { record } from "#app/db/audit.server.ts"
import { db, type Transaction } from "#app/db/client.server.ts"
import { supporters } from "#app/db/schema/supporters.server.ts"
import { NO_LEVEL } from "#app/kit/lib/reserved.ts"
import { listLevelChoices } from "#app/podcast/episodes/levels.server.ts"
import { spellUntil } from "../spell-until.ts"
import type { SupporterForm } from "../supporter-form.schema.ts"
import { told } from "../supporters.server.ts"
import type { AskedTable } from "./import.schema.ts"
import { type PersonLine, readPeople } from "./read-people.server.ts"

/** How many lines of each kind a preview shows. */
const SHOWN_LINES = 20

type Support = Pick<SupporterForm, "levelId" | "until">
type Known = Support & { id: number; email: string; createdAt: Date }

type Plan = {
  added: { line: number; person: SupporterForm }[]
  changed: { line: number; email: string; before: Known; after: Support }[]
  unchanged: number
  /** Whose later end stays, though the table says an earlier one. */
  kept: number
  refused: { line: number; text: string; problem: string }[]
}

/** What a table would change, without changing it, or what is wrong with it as a whole. */
export async function previewImport(asked: AskedTable) {
  const levels = await listLevelChoices()
  const read = await readPeople(asked, levels)
  if ("problem" in read) return read
  const { added, changed, unchanged, kept, refused } = plan(read.lines, await findKnown(read.lines), asked)
  const names = new Map(levels.map(({ id, name }) => [id, name]))
  const spell = ({ levelId, until }: Support) =>
    `${levelId === null ? NO_LEVEL : (names.get(levelId) ?? "")}, ${spellUntil(until)}`
  return {
    choices: read.choices,
    chosen: read.chosen,
    counts: { added: added.length, changed: changed.length, unchanged, kept, refused: refused.length },
    unknownLevels: countUnknown(read.lines),
    welcomes: siteSettings().support.welcomes && sendsRealMail(),
    added: added.slice(0, SHOWN_LINES).map(({ line, person }) => ({
      ...{ line, email: person.email, name: person.name, support: spell(person) },
    })),
    changed: changed.slice(0, SHOWN_LINES).map(({ line, email, before, after }) => ({
      ...{ line, email, before: spell(before), after: spell(after) },
    })),
    refused: refused.slice(0, SHOWN_LINES),
  }
}

export type ImportPreview = Exclude<Awaited<ReturnType<typeof previewImport>>, { problem: string }>

/** The names of levels that there are not, those on most lines first. */
function countUnknown(lines: PersonLine[]) {
  const counts = new Map<string, number>()
  for (const line of lines)
    if ("unknownLevel" in line && line.unknownLevel)
      counts.set(line.unknownLevel, (counts.get(line.unknownLevel) ?? 0) + 1)
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, SHOWN_LINES)
}

/**
 * Adds and extends the supporters of a table, all that are right in one transaction; the others are left out.
 *
 * @returns how many were added, changed and refused, or what is wrong with the table as a whole
 */
export async function importSupporters(asked: AskedTable) {
  const levels = await listLevelChoices()
  const read = await readPeople(asked, levels)
  if ("problem" in read) return read
  return db.transaction(async (tx) => {
    const { added, changed, refused } = plan(read.lines, await findKnown(read.lines, tx), asked)
    const counts = { added: await add(tx, added), changed: changed.length, refused: refused.length }
    await change(tx, changed)
    const names = new Map(levels.map(({ id, name }) => [id, name]))
    const toldOf = ({ levelId, until }: Support) => ({ level: levelId && names.get(levelId), until })
    const deeds = changed.map(({ before, after }) => ({
      ...({ action: "update", ...told(before) } as const),
      before: toldOf(before),
      after: toldOf(after),
    }))
    if (counts.added + counts.changed > 0)
      await record(tx, { action: "import", kind: "supporter", after: counts }, ...deeds)
    return counts
  })
}

/** Those of a table's people who are supporters already, by address. @param tx holds them until it ends */
async function findKnown(lines: PersonLine[], tx?: Transaction) {
  const { id, email, levelId, until, createdAt } = supporters
  const emails = lines.flatMap((line) => ("person" in line ? [line.person.email] : []))
  const finding = (tx ?? db)
    .select({ id, email, levelId, until, createdAt })
    .from(supporters)
    .where(sql`${email} = any(${sql.param(emails)}::text[])`)
    .orderBy(email)
  const found = await (tx ? finding.for("update") : finding)
  return new Map(found.map((one) => [one.email, one]))
}

/** Holds the lines of a table against who is known. An earlier end than the stored one is told by mistake more often than meant: it needs a word. */
function plan(lines: PersonLine[], known: Map<string, Known>, { shortens }: Pick<AskedTable, "shortens">) {
  const made: Plan = { added: [], changed: [], unchanged: 0, kept: 0, refused: [] }
  const lineOf = new Map<string, number>()
  for (const line of lines) {
    if ("problem" in line) {
      made.refused.push(line)
      continue
    }
    const { person, says } = line
    const { email } = person
    const former = lineOf.get(email)
    if (former !== undefined) {
      made.refused.push({ ...line, problem: `Cette adresse est déjà à la ligne ${former}` })
      continue
    }
    lineOf.set(email, line.line)
    const before = known.get(email)
    if (!before) {
      made.added.push({ line: line.line, person })
      continue
    }
    const isKept = says.until && !shortens && isEarlier(person.until, before.until)
    if (isKept) made.kept += 1
    const after = {
      levelId: says.level ? person.levelId : before.levelId,
      until: says.until && !isKept ? person.until : before.until,
    }
    if (after.levelId === before.levelId && after.until === before.until) made.unchanged += 1
    else made.changed.push({ line: line.line, email, before, after })
  }
  return made
}

/** None is for good. */
const isEarlier = (one: string | null, other: string | null) =>
  one !== null && (other === null || one < other)

/** @returns how many there were: somebody else may have added one meanwhile */
async function add(tx: Transaction, added: Plan["added"]) {
  const people = added.map(({ person }) => person)
  const { rowCount } = await tx.execute(sql`
    insert into ${supporters} (email, name, level_id, until, origin, note)
    select * from unnest(
      ${sql.param(people.map(({ email }) => email))}::text[], ${sql.param(people.map(({ name }) => name))}::text[],
      ${sql.param(people.map(({ levelId }) => levelId))}::int[], ${sql.param(people.map(({ until }) => until))}::date[],
      ${sql.param(people.map(({ origin }) => origin))}::text[], ${sql.param(people.map(({ note }) => note))}::text[])
    on conflict (email) do nothing`)
  return rowCount ?? 0
}

function change(tx: Transaction, changed: Plan["changed"]) {
  return tx.execute(sql`
    update ${supporters} s set level_id = c.level_id, until = c.until, version = s.version + 1, updated_at = now()
    from unnest(
      ${sql.param(changed.map(({ before }) => before.id))}::int[],
      ${sql.param(changed.map(({ after }) => after.levelId))}::int[],
      ${sql.param(changed.map(({ after }) => after.until))}::date[]) as c(id, level_id, until) where s.id = c.id`)
}
