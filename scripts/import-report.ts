import { IMPORTED_TARGETS, type ImportFindings, type ImportReport, TEXT_TYPES } from "#app/kit/lib/imports.ts"
import {
  describeCopies,
  describeFound,
  describeKnown,
  describeLines,
  describeUndone,
  REPORT_COLUMNS,
  TARGETS_SAID,
  TYPES_SAID,
} from "#app/office/import/imports.copy.ts"

const SHOWN = 50

/** What exports hold, what of it is here already, and what cannot come along, as `/admin/import/:id` shows it. */
export function printFound(found: ImportFindings, source: string) {
  const { title, texts, losses } = found
  if (source) console.log(title ? `${title} (${source})` : source)
  for (const type of TEXT_TYPES) {
    const { count, published } = texts[type]
    if (count === 0) continue
    const facts = [`publiés\u00a0: ${format(published)}`, `déjà ici\u00a0: ${describeKnown(texts[type])}`]
    console.log(`  ${TYPES_SAID[type]}\u00a0: ${format(count)} (${facts.join("\u202f; ")})`)
  }
  for (const line of describeFound(found, source)) console.log(`  ${line}`)
  printSome("Ce qui ne viendra pas", losses.length, losses, ({ what, count, examples }) => {
    return `${what} (${format(count)})\u00a0: ${examples.join(" · ")}`
  })
}

/** What came of an import. */
export function printReport({
  targets,
  copies,
  lines: whole = {},
  remarks,
  remarkCount,
  undone,
}: ImportReport) {
  if (undone) return console.log(describeUndone(undone))
  const lines = IMPORTED_TARGETS.flatMap((target) => {
    const counts = REPORT_COLUMNS.filter(([name]) => targets[target][name] > 0).map(
      ([name, label]) => `${label.toLowerCase()}\u00a0: ${format(targets[target][name])}`,
    )
    return counts.length > 0 ? [`${TARGETS_SAID[target]} (${counts.join("\u202f; ")})`] : []
  })
  const brought = describeLines(whole)
  if (brought.length > 0) lines.push(`Repris\u00a0: ${brought.join(", ")}`)
  console.log(lines.length > 0 ? lines.join("\n") : "Rien n’a changé.")
  if (copies > 0) console.log(`${describeCopies(copies)}\u00a0: /admin/moving`)
  printSome("À vérifier", remarkCount, remarks, ({ title, reason }) => {
    return `«\u00a0${title || "Sans titre"}\u00a0»\u00a0: ${reason}`
  })
}

function printSome<Row>(title: string, count: number, rows: Row[], spell: (row: Row) => string) {
  if (count === 0) return
  console.log(`${title} (${format(count)})\u00a0:`)
  for (const row of rows.slice(0, SHOWN)) console.log(`  - ${spell(row)}`)
  if (count > SHOWN) console.log(`  … et ${format(count - SHOWN)} de plus.`)
}

const format = (number: number) => number.toLocaleString("fr-FR")
