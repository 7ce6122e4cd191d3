import { Form } from "react-router"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { DateField } from "#app/kit/form/date-field.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { SelectField, TextArea } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import type { RefusedLine } from "#app/kit/lib/newsletter.ts"
import { DELIMITERS } from "#app/kit/lib/tables.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { listImportIntents } from "./import.schema.ts"

type Props = {
  found: {
    id: number
    name: string
    encoding: string
    delimiter: string
    columns: { email: string; names: string[] } | null
    rowCount: number
    doubleCount: number
    invalidCount: number
    invalid: RefusedLine[]
    counts: Record<"fresh" | "known" | "unsubscribed" | "suppressed", number>
    first: { email: string; name: string }[]
  }
  response: FormResponse | undefined
  today: string
}

/** What would become of a list, and what the host has to say for that. */
export function ImportPreview({ found, response, today }: Props) {
  const { id, counts } = found
  const { field, tick } = fieldsOf<typeof listImportIntents.start>(response, { mode: "ask" })
  return (
    <>
      <Panel title={found.name || "Liste collée"}>
        <p className="max-w-[75ch]">{describeRead(found)}</p>
        <Figures found={found} />
        {found.first.length > 0 && <FirstPeople first={found.first} />}
        {found.invalid.length > 0 && <RefusedLines lines={found.invalid} count={found.invalidCount} />}
      </Panel>
      <Panel title="Leur accord">
        {counts.fresh === 0 ? (
          <p>Personne de cette liste n’est à ajouter.</p>
        ) : (
          <EditForm response={response} aria-label="Leur accord">
            <HiddenFields fields={{ intent: "start", id: String(id) }} />
            <TextArea
              label="Où et comment ces personnes ont accepté de recevoir vos lettres"
              hint="Gardé avec chaque adresse comme preuve, et cité dans l’e-mail qui demande confirmation. Par exemple : « inscriptions sur l’ancien site exemple.fr »."
              {...field("origin")}
              rows={2}
              required
            />
            <DateField
              label="Quand elles l’ont accepté, au plus tard"
              {...field("agreedOn")}
              min="1990-01-01"
              max={today}
              required
            />
            <SelectField
              label="Ce qu’il advient d’elles"
              hint="Les demandes partent l’une après l’autre, au rythme réglé sous Lettres ; seules les personnes qui confirment reçoivent ensuite vos lettres."
              {...field("mode")}
              options={[
                { value: "ask", label: "Leur demander de confirmer, par e-mail" },
                { value: "confirmed", label: "Elles ont déjà confirmé : leur écrire sans le redemander" },
              ]}
            />
            <CheckboxField
              label="J’atteste que ces personnes ont confirmé elles-mêmes leur inscription, et que je peux le prouver"
              hint="Seulement si vous ne le leur redemandez pas."
              {...tick("isAttested")}
            />
            <div>
              <SubmitButton pendingText="Départ...">Ajouter {formatPeople(counts.fresh)}</SubmitButton>
            </div>
          </EditForm>
        )}
        <Form method="post" className="mt-5">
          <HiddenFields fields={{ intent: "discard", id: String(id) }} />
          <button type="submit" className="office-button">
            Écarter cette liste
          </button>
        </Form>
      </Panel>
    </>
  )
}

function describeRead({ encoding, delimiter, columns }: Props["found"]) {
  const sign = Object.entries(DELIMITERS).find(([known]) => known === delimiter)?.[1] ?? delimiter
  const names = columns?.names.length
    ? `noms : ${columns.names.map((name) => `« ${name} »`).join(" et ")}`
    : "sans noms"
  return `Reconnu : ${encoding}, colonnes séparées par ${sign} ; adresses : « ${columns?.email ?? ""} », ${names}.`
}

function Figures({ found: { rowCount, doubleCount, invalidCount, counts } }: Pick<Props, "found">) {
  const rows = [
    ["Lignes lues", rowCount],
    ["À ajouter", counts.fresh],
    ["Déjà dans la liste", counts.known],
    ["Désabonnées : elles ne reviennent pas", counts.unsubscribed],
    ["Adresses refusées par leur serveur : elles restent ainsi", counts.suppressed],
    ["En double dans le fichier", doubleCount],
    ["Écartées : sans adresse valable, ou dites parties", invalidCount],
  ] as const
  return (
    <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {rows
        .filter(([, count], index) => count > 0 || index < 2)
        .map(([label, count]) => (
          <div key={label} className="contents">
            <dd className="text-right font-semibold">{count.toLocaleString("fr-FR")}</dd>
            <dt>{label}</dt>
          </div>
        ))}
    </dl>
  )
}

function FirstPeople({ first }: Pick<Props["found"], "first">) {
  return (
    <table className="mt-5 w-full text-left text-sm">
      <caption className="pb-2 text-left font-semibold">Les premières, comme le site les lit</caption>
      <thead>
        <tr>
          <th scope="col">Adresse</th>
          <th scope="col">Nom</th>
        </tr>
      </thead>
      <tbody>
        {first.map(({ email, name }) => (
          <tr key={email} className="border-t border-rule">
            <td className="py-1 pr-4 break-all">{email}</td>
            <td className="py-1 wrap-anywhere">{name || "—"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RefusedLines({ lines, count }: { lines: RefusedLine[]; count: number }) {
  return (
    <details className="mt-5">
      <summary className="cursor-pointer py-2 font-semibold">
        Lignes écartées{count > lines.length && ` (les ${lines.length} premières)`}
      </summary>
      <ul className="text-sm">
        {lines.map(({ line, text }) => (
          <li key={line} className="wrap-anywhere">
            Ligne {line.toLocaleString("fr-FR")} : {text || "vide"}
          </li>
        ))}
      </ul>
    </details>
  )
}

function formatPeople(count: number) {
  return `${count.toLocaleString("fr-FR")} ${count > 1 ? "personnes" : "personne"}`
}
