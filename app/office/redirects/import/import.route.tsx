import { data } from "react-router"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { PATH, spellRule } from "#app/base/redirects/redirects.copy.ts"
import { importIntents } from "#app/base/redirects/redirects.schema.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { TableTextField } from "#app/kit/form/table-text-field.tsx"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { type FormResponse, orElse, respondFailure, respondInvalid } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { TableLine, TableLines } from "#app/kit/ui/table-lines.tsx"
import type { Route } from "./+types/import.route"
import { type ImportPreview, importRedirects, previewImport } from "./import.server.ts"
import { readRules } from "./read-rules.server.ts"

const TITLE = "Importer des redirections"
/** Ten thousand lines of a hundred signs, of which forms write many as three. */
const MAX_BYTES = 3_000_000

type Answer = FormResponse & { preview?: ImportPreview }

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, MAX_BYTES)
  const asked = parseIntent(form, importIntents)
  // A table leads anywhere, from anywhere.
  if (asked.intent === "import") await requireReauthentication(context, form)
  const { values } = form
  if (!asked.ok) return respondInvalid(asked)
  return orElse(
    async () => {
      const read = await readRules(asked.value.csv)
      if ("problem" in read) return respondInvalid({ values, errors: { csv: read.problem } })
      if (asked.intent === "preview")
        return data<Answer>({ values, errors: {}, preview: await previewImport(read.rules) })
      const counts = await importRedirects(read.rules)
      return redirectWithToast(PATH, {
        kind: "success",
        title: "Import terminé",
        description: describeCounts(counts),
      })
    },
    () => respondFailure(values, "Impossible d’importer ce tableau"),
  )
}

function describeCounts({ added, changed, refused }: { added: number; changed: number; refused: number }) {
  const count = (many: number, what: string) =>
    `${many.toLocaleString("fr-FR")} ${what}${many > 1 ? "s" : ""}`
  const left = refused > 0 ? `, ${count(refused, "refusée")}` : ""
  return `${count(added, "ajoutée")}, ${count(changed, "modifiée")}${left}.`
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["preview", "import"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function ImportRedirects({ actionData }: Route.ComponentProps) {
  const response: Answer | undefined = actionData ?? undefined
  const preview = response?.preview
  const csv = response?.values.csv ?? ""
  return (
    <ManagerPage title={TITLE} action={{ to: PATH, label: "Redirections" }}>
      <Panel title="Le tableau">
        <EditForm response={response} aria-label={TITLE}>
          <HiddenFields fields={{ intent: "preview" }} />
          <TableTextField
            {...fieldsOf<typeof importIntents.preview>(response).field("csv")}
            hint={HINT}
            placeholder={"/ancien;/nouveau\n/2023/*;/blog/*\n/supprime;;410"}
          />
          <div>
            <SubmitButton pendingText="Lecture...">Voir ce qui changerait</SubmitButton>
          </div>
        </EditForm>
      </Panel>
      {preview && <PreviewPanel preview={preview} csv={csv} />}
    </ManagerPage>
  )
}

const HINT =
  "Une redirection par ligne : ancienne adresse ; nouvelle adresse ; code (301\u202f: nouvelle adresse, 410\u202f: page supprimée\u202f; 301 s’il manque). Points-virgules, virgules ou tabulations ; la première ligne peut nommer les colonnes."

type Props = { preview: ImportPreview; csv: string }

/** What a table would change, line by line, and the button that does it. */
function PreviewPanel({ preview, csv }: Props) {
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
      <TableLines title="Lignes refusées" total={counts.refused}>
        {preview.refused.map(({ line, text, problem }) => (
          <TableLine key={line} line={line}>
            {text} <strong className="block text-blood-dark">{problem}</strong>
          </TableLine>
        ))}
      </TableLines>
      <TableLines title="Redirections modifiées" total={counts.changed}>
        {preview.changed.map(({ line, rule, before, replaces }) => (
          <TableLine key={line} line={line}>
            {spellRule(rule)} <span className="block text-paper-ink">avant : {spellRule(before)}</span>
            {replaces && REPLACES}
          </TableLine>
        ))}
      </TableLines>
      <TableLines title="Redirections ajoutées" total={counts.added}>
        {preview.added.map(({ line, rule, replaces }) => (
          <TableLine key={line} line={line}>
            {spellRule(rule)} {replaces && REPLACES}
          </TableLine>
        ))}
      </TableLines>
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
