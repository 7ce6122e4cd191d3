import { useId, useState, useSyncExternalStore } from "react"
import { data } from "react-router"
import { requireProof } from "#app/accounts/auth/proof/proof.server.ts"
import { PATH } from "#app/base/redirects/redirects.copy.ts"
import { importIntents } from "#app/base/redirects/redirects.schema.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { FieldFrame } from "#app/kit/form/field-frame.tsx"
import { TextArea } from "#app/kit/form/field.tsx"
import { type BoundField, fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { type FormResponse, orElse, respondFailure, respondInvalid } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/import.route"
import { type ImportPreview, importRedirects, previewImport } from "./import.server.ts"
import { PreviewPanel } from "./preview-panel.tsx"

const TITLE = "Importer des redirections"
/** Ten thousand lines of a hundred signs, of which forms write many as three. */
const MAX_BYTES = 3_000_000
const TOO_MANY = "Le tableau a plus de 10 000 lignes : partagez-le en plusieurs"

type Answer = FormResponse & { preview?: ImportPreview }

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request, MAX_BYTES)
  const asked = parseIntent(form, importIntents)
  // A table leads anywhere, from anywhere.
  if (asked.intent === "import") await requireProof(context, form)
  const { values } = form
  if (!asked.ok) return respondInvalid(asked)
  const { csv } = asked.value
  const tooMany = () => respondInvalid({ values, errors: { csv: TOO_MANY } })
  return orElse(
    async () => {
      if (asked.intent === "preview") {
        const preview = await previewImport(csv)
        return preview ? data<Answer>({ values, errors: {}, preview }) : tooMany()
      }
      const counts = await importRedirects(csv)
      if (!counts) return tooMany()
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
          <CsvFields {...fieldsOf<typeof importIntents.preview>(response).field("csv")} />
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
  "Une redirection par ligne : ancienne adresse ; nouvelle adresse ; code (301 ou 410, 301 s’il manque). Points-virgules, virgules ou tabulations ; la première ligne peut nommer les colonnes."

/** The table as text, and where scripts run a file that is read into it. */
function CsvFields(field: BoundField) {
  const [read, setRead] = useState<{ text: string; round: number }>()
  const hasScripts = useSyncExternalStore(never, yes, no)
  const id = useId()
  const take = async (file: File | undefined) => {
    if (file) setRead({ text: decode(await file.arrayBuffer()), round: (read?.round ?? 0) + 1 })
  }
  return (
    <>
      {hasScripts && (
        <FieldFrame id={id} label="Fichier CSV" hint={undefined} error={undefined}>
          <input
            id={id}
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            className="control"
            onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
          />
        </FieldFrame>
      )}
      <TextArea
        key={read?.round}
        label={hasScripts ? "ou le tableau, collé ici" : "Le tableau"}
        hint={HINT}
        {...field}
        defaultValue={read?.text ?? field.defaultValue}
        rows={10}
        placeholder={"/ancien;/nouveau\n/2023/*;/blog/*\n/supprime;;410"}
      />
    </>
  )
}

const never = () => () => {}
const yes = () => true
const no = () => false

/** Spreadsheets on French machines write Windows' letters unless one asks for others. */
function decode(bytes: ArrayBuffer) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}
