import { spellRule } from "#app/base/redirects/redirects.copy.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { ImportPreview } from "./import.server.ts"

type Props = { preview: ImportPreview; csv: string }

/** What a table would change, line by line, and the button that does it. */
export function PreviewPanel({ preview, csv }: Props) {
  const { counts, replaced } = preview
  const writes = counts.added + counts.changed
  return (
    <Panel title="Ce qui changerait">
      <p role="status">
        {describe(counts.added, "à ajouter")}, {describe(counts.changed, "à modifier")},{" "}
        {describe(counts.unchanged, "sans changement")},{" "}
        {describe(counts.refused, counts.refused > 1 ? "refusées" : "refusée")}.
      </p>
      {replaced > 0 && (
        <p className="mt-2 font-semibold text-blood-dark">
          {replaced > 1
            ? `${replaced.toLocaleString("fr-FR")} pages du site ne seraient plus visibles à leur adresse.`
            : "Une page du site ne serait plus visible à son adresse."}
        </p>
      )}
      <Lines title="Lignes refusées" total={counts.refused}>
        {preview.refused.map(({ line, text, problem }) => (
          <Line key={line} line={line}>
            {text} <strong className="block text-blood-dark">{problem}</strong>
          </Line>
        ))}
      </Lines>
      <Lines title="Redirections modifiées" total={counts.changed}>
        {preview.changed.map(({ line, rule, before, replaces }) => (
          <Line key={line} line={line}>
            {spellRule(rule)} <span className="block text-paper-ink">avant : {spellRule(before)}</span>
            {replaces && REPLACES}
          </Line>
        ))}
      </Lines>
      <Lines title="Redirections ajoutées" total={counts.added}>
        {preview.added.map(({ line, rule, replaces }) => (
          <Line key={line} line={line}>
            {spellRule(rule)} {replaces && REPLACES}
          </Line>
        ))}
      </Lines>
      {writes > 0 && (
        <div className="mt-5">
          <EditForm response={undefined} aria-label="Importer">
            <HiddenFields fields={{ intent: "import", csv }} />
            <div>
              <SubmitButton pendingText="Import en cours...">
                Importer {describe(writes, writes > 1 ? "redirections" : "redirection")}
              </SubmitButton>
            </div>
          </EditForm>
        </div>
      )}
    </Panel>
  )
}

const describe = (count: number, what: string) => `${count.toLocaleString("fr-FR")} ${what}`
const REPLACES = <span className="block font-semibold">remplace une page du site</span>

function Lines({ title, total, children }: { title: string; total: number; children: React.ReactNode[] }) {
  if (total === 0) return null
  return (
    <section className="mt-5">
      <h3 className="font-bold">{title}</h3>
      <ul className="mt-2">{children}</ul>
      {total > children.length && (
        <p className="mt-2">… et {(total - children.length).toLocaleString("fr-FR")} autres.</p>
      )}
    </section>
  )
}

function Line({ line, children }: { line: number; children: React.ReactNode }) {
  return (
    <li className="border-t border-rule py-2 break-words">
      <span className="text-paper-ink tabular-nums">Ligne {line} :</span> {children}
    </li>
  )
}
