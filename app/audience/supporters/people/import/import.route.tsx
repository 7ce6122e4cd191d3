import { data, Link } from "react-router"
import { guard } from "#app/accounts/auth/guard.server.ts"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { groupAddress } from "#app/base/settings/groups.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { SelectField } from "#app/kit/form/field.tsx"
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
import { COLUMN_LABELS, COLUMN_NAMES, supporterImportIntents } from "./import.schema.ts"
import { type ImportPreview, importSupporters, previewImport } from "./import.server.ts"

const TITLE = "Importer des soutiens"
const SUPPORTERS = "/admin/supporters"
/** Ten thousand lines of some two hundred signs, of which forms write many as three. */
const MAX_BYTES = 5_000_000

type Answer = FormResponse & { preview?: ImportPreview }

export const middleware: Route.MiddlewareFunction[] = [guard("letters")]

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, MAX_BYTES)
  const asked = parseIntent(form, supporterImportIntents)
  // A table lets anybody in whom it names.
  if (asked.intent === "import") await requireReauthentication(context, form)
  const { values } = form
  if (!asked.ok) return respondInvalid(asked)
  return orElse(
    async () => {
      if (asked.intent === "preview") {
        const preview = await previewImport(asked.value)
        return "problem" in preview
          ? respondInvalid({ values, errors: { csv: preview.problem } })
          : data<Answer>({ values, errors: {}, preview })
      }
      const counts = await importSupporters(asked.value)
      if ("problem" in counts) return respondInvalid({ values, errors: { csv: counts.problem } })
      return redirectWithToast(SUPPORTERS, {
        kind: "success",
        title: "Import terminé",
        description: describeCounts(counts),
      })
    },
    () => respondFailure(values, "Impossible d’importer ce tableau"),
  )
}

type Counts = { added: number; changed: number; refused: number }

function describeCounts({ added, changed, refused }: Counts) {
  const left = refused > 0 ? `, ${count(refused, "ligne refusée", "lignes refusées")}` : ""
  return `${count(added, "soutien ajouté", "soutiens ajoutés")}, ${count(changed, "modifié", "modifiés")}${left}.`
}

const count = (many: number, one: string, several: string) =>
  `${many.toLocaleString("fr-FR")} ${many > 1 ? several : one}`

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["preview", "import"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function ImportSupporters({ actionData }: Route.ComponentProps) {
  const response: Answer | undefined = actionData ?? undefined
  const preview = response?.preview
  const { field } = fieldsOf<typeof supporterImportIntents.preview>(response)
  return (
    <ManagerPage title={TITLE} action={{ to: SUPPORTERS, label: "Soutiens" }}>
      <Panel title="Le tableau">
        <EditForm response={response} aria-label={TITLE}>
          <HiddenFields fields={{ intent: "preview" }} />
          <TableTextField {...field("csv")} hint={HINT} placeholder={EXAMPLE} rows={preview ? 4 : 10} />
          {preview && <ColumnFields preview={preview} response={response} />}
          <div>
            <SubmitButton pendingText="Lecture...">Voir ce qui changerait</SubmitButton>
          </div>
        </EditForm>
      </Panel>
      {preview && <PreviewPanel preview={preview} values={response.values} />}
    </ManagerPage>
  )
}

const HINT =
  "Une personne par ligne. Points-virgules, virgules ou tabulations entre les colonnes\u202f; la première ligne peut les nommer. Les dates comme 31/12/2026 ou 2026-12-31\u202f; vide, pour toujours. Qui est déjà là garde son nom, son origine et sa note."
const EXAMPLE = "Email;Nom;Palier;Jusqu’au\npersonne@exemple.fr;Camille Martin;Mécène;31/12/2026"

type PreviewProps = { preview: ImportPreview; response: Answer | undefined }

/** Which column says what, as it was guessed or chosen, and whether an earlier end holds. */
function ColumnFields({ preview: { choices, chosen }, response }: PreviewProps) {
  const { field, tick } = fieldsOf<typeof supporterImportIntents.preview>(response)
  const none = { value: "", label: "Aucune" }
  return (
    <>
      <fieldset>
        <legend className="mb-2 font-bold">Les colonnes</legend>
        <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
          {COLUMN_NAMES.map((name) => (
            <SelectField
              key={`${name} ${chosen[name]}`}
              label={COLUMN_LABELS[name]}
              {...field(name)}
              defaultValue={chosen[name]}
              options={name === "email" ? choices : [none, ...choices]}
            />
          ))}
        </div>
      </fieldset>
      <CheckboxField
        label="Raccourcir aussi ce qui durait plus longtemps"
        hint="Sinon, de deux dates de fin, celle du site et celle du tableau, la plus tardive vaut."
        {...tick("shortens")}
      />
    </>
  )
}

type PanelProps = { preview: ImportPreview; values: Record<string, string> }

/** What a table would change, line by line, and the button that does it. */
function PreviewPanel({ preview, values: { csv = "", shortens } }: PanelProps) {
  const { counts, unknownLevels, welcomes } = preview
  const writes = counts.added + counts.changed
  return (
    <Panel title="Ce qui changerait">
      <p role="status">
        {count(counts.added, "soutien à ajouter", "soutiens à ajouter")},{" "}
        {count(counts.changed, "à modifier", "à modifier")},{" "}
        {count(counts.unchanged, "sans changement", "sans changement")},{" "}
        {count(counts.refused, "ligne refusée", "lignes refusées")}.
      </p>
      {counts.kept > 0 && (
        <p className="mt-2">
          {count(
            counts.kept,
            "date de fin plus proche que celle du site, qui reste",
            "dates de fin plus proches que celles du site, qui restent",
          )}
          .
        </p>
      )}
      {unknownLevels.length > 0 && (
        <p className="mt-2 font-semibold wrap-anywhere text-blood-dark">
          Paliers inconnus&nbsp;:{" "}
          {unknownLevels
            .map(({ name, count: lines }) => `«\u00a0${name}\u00a0» (${count(lines, "ligne", "lignes")})`)
            .join(", ")}
          . Créez-les d’abord sous Paliers, ou choisissez «&nbsp;Aucune&nbsp;» comme colonne du palier.
        </p>
      )}
      {welcomes && counts.added > 0 && (
        <p className="mt-2">
          Un e-mail de bienvenue part vers chaque soutien ajouté, sauf si vous l’arrêtez dans les{" "}
          <Link to={groupAddress("support")} className="underline">
            réglages
          </Link>
          .
        </p>
      )}
      {writes > 0 && (
        <div className="mt-5">
          <EditForm response={undefined} aria-label="Importer">
            <HiddenFields
              fields={{ intent: "import", csv, ...preview.chosen, ...(shortens && { shortens }) }}
            />
            <div>
              <SubmitButton pendingText="Import en cours...">
                Importer {count(writes, "soutien", "soutiens")}
              </SubmitButton>
            </div>
          </EditForm>
        </div>
      )}
      <TableLines title="Lignes refusées" total={counts.refused}>
        {preview.refused.map(({ line, text, problem }) => (
          <TableLine key={line} line={line}>
            {text} <strong className="block text-blood-dark">{problem}</strong>
          </TableLine>
        ))}
      </TableLines>
      <TableLines title="Soutiens modifiés" total={counts.changed}>
        {preview.changed.map(({ line, email, before, after }) => (
          <TableLine key={line} line={line}>
            {email}&nbsp;: {after}
            <span className="block text-paper-ink">avant&nbsp;: {before}</span>
          </TableLine>
        ))}
      </TableLines>
      <TableLines title="Soutiens ajoutés" total={counts.added}>
        {preview.added.map(({ line, email, name, support }) => (
          <TableLine key={line} line={line}>
            {email}
            {name && ` (${name})`}&nbsp;: {support}
          </TableLine>
        ))}
      </TableLines>
    </Panel>
  )
}
