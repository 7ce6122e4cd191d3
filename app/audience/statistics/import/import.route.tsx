import { data } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextArea, TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import {
  type FormResponse,
  orElse,
  respondFailure,
  respondInvalid,
  respondToClick,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { spell } from "#app/kit/ui/charts/scale.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { useHasScripts } from "#app/kit/ui/use-has-scripts.ts"
import { IMPORT_PAGE, OVERVIEW } from "../office/paths.ts"
import type { Route } from "./+types/import.route"
import { FiguresFile } from "./figures-file.tsx"
import { FiguresPreview, writeDay } from "./figures-preview.tsx"
import { HOST_HINT, removeQuestion, TABLE_HINT, TITLE } from "./import.copy.ts"
import { figuresIntents, MAX_PASTED } from "./import.schema.ts"
import { type Imported, listImported, removeFigures } from "./imported.server.ts"
import { type Preview, previewFigures, takeFigures } from "./preview.server.ts"

type Answer = FormResponse & { preview?: Preview }

export async function loader({ url }: Route.LoaderArgs) {
  const { value: imported, failed } = await loadOr(listImported(), [])
  const remove = (parameters: URLSearchParams) => {
    const found = imported.find(({ name }) => name === parameters.get("name"))
    return found && removeQuestion(found.name)
  }
  const question = failed ? null : await findAsked(url, { remove }, "Import non trouvé")
  return data({ imported, question, failed }, { status: failed ? 503 : 200 })
}

export async function action({ request }: Route.ActionArgs) {
  const form = await readForm(request, MAX_PASTED)
  const asked = parseIntent(form, figuresIntents)
  if (asked.intent === "remove")
    return respondToClick(
      async () => asked.ok && (await removeFigures(asked.value.name)) && "Chiffres retirés",
      "Ces chiffres ne sont plus là",
      IMPORT_PAGE,
    )
  if (!asked.ok) return respondInvalid(asked)
  const { values } = form
  const { name, csv } = asked.value
  const table = new Blob([csv]).stream()
  return orElse(
    async () => {
      const answer = await (asked.intent === "import" ? takeFigures : previewFigures)(name, table)
      if ("problem" in answer) return respondInvalid({ values, errors: { csv: answer.problem } })
      if ("preview" in answer) return data<Answer>({ values, errors: {}, preview: answer.preview })
      return redirectWithToast(IMPORT_PAGE, {
        kind: "success",
        title: "Import terminé",
        description: answer.said,
      })
    },
    () => respondFailure(values, "Impossible d’importer ce tableau. Réessayez dans un instant."),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["preview", "import"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

/** Where a host who moved in brings the figures of before along. */
export default function ImportFigures({ loaderData, actionData }: Route.ComponentProps) {
  const { imported, question, failed } = loaderData
  const hasScripts = useHasScripts()
  return (
    <ManagerPage title={TITLE} action={{ to: OVERVIEW, label: "Audience" }} question={question}>
      {failed && <FailureNotice what="Impossible de charger les imports" />}
      <p className="max-w-[75ch]">
        Les téléchargements comptés ailleurs avant votre arrivée, pour les voir dans les mêmes courbes. Ils
        restent marqués comme tels, et ne sont jamais ajoutés à ceux que ce site compte.
      </p>
      {hasScripts ? <FiguresFile /> : <PastedFigures response={actionData ?? undefined} />}
      {imported.length > 0 && <ImportedList imported={imported} />}
    </ManagerPage>
  )
}

/** The same without scripts. */
function PastedFigures({ response }: { response: Answer | undefined }) {
  const { field } = fieldsOf<typeof figuresIntents.preview>(response)
  const { name = "", csv = "" } = response?.values ?? {}
  return (
    <>
      <Panel title="Le tableau">
        <EditForm response={response} aria-label={TITLE}>
          <HiddenFields fields={{ intent: "preview" }} />
          <TextField label="Le nom de l’hébergeur" hint={HOST_HINT} {...field("name")} required />
          <TextArea
            label="Le tableau"
            hint={TABLE_HINT}
            {...field("csv")}
            rows={10}
            placeholder={"Date;Titre;Téléchargements\n2026-01-31;Le premier épisode;42"}
          />
          <div>
            <SubmitButton pendingText="Lecture...">Voir ce qui serait importé</SubmitButton>
          </div>
        </EditForm>
      </Panel>
      {response?.preview && (
        <FiguresPreview preview={response.preview}>
          <EditForm response={undefined} aria-label="Importer">
            <HiddenFields fields={{ intent: "import", name, csv }} />
            <div>
              <SubmitButton pendingText="Import en cours...">Importer ces chiffres</SubmitButton>
            </div>
          </EditForm>
        </FiguresPreview>
      )}
    </>
  )
}

/** What was brought along so far. */
function ImportedList({ imported }: { imported: Imported[] }) {
  return (
    <Panel title="Importés">
      <ul>
        {imported.map(({ name, first, last, count, episodes }) => (
          <li
            key={name}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-2 first:border-t-0"
          >
            <span className="mr-auto min-w-0 wrap-anywhere">
              <strong>{name}</strong>
              {"\u00a0: "}
              {spell(count)} téléchargements, du {writeDay(first)} au {writeDay(last)}
              {episodes > 0 && `, ${spell(episodes)} ${episodes > 1 ? "épisodes" : "épisode"}`}
            </span>
            <ConfirmButton label="Retirer" subject={name} {...removeQuestion(name)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
