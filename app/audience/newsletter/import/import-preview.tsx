import { Form } from "react-router"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { DateField } from "#app/kit/form/date-field.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { SelectField, TextArea } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import type { Fate, RefusedLine, SaidValue } from "#app/kit/lib/newsletter.ts"
import { DELIMITERS } from "#app/kit/lib/tables.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { fateField, type listImportIntents } from "./import.schema.ts"

type Props = {
  found: {
    id: number
    name: string
    encoding: string
    delimiter: string
    columns: { email: string; names: string[]; left?: string[] } | null
    rowCount: number
    doubleCount: number
    invalidCount: number
    invalid: RefusedLine[]
    said: SaidValue[]
    counts: Record<
      "fresh" | "asked" | "known" | "unsubscribed" | "suppressed" | "barred" | "remembered" | "staying",
      number
    >
    first: { email: string; name: string }[]
  }
  response: FormResponse | undefined
  today: string
}

const START_FORM = "import-start"

/** What would become of a list, and what the host has to say for that. */
export function ImportPreview({ found, response, today }: Props) {
  const { id, counts, said } = found
  const mayAdd = counts.fresh > 0 || said.some(({ isGuess }) => isGuess)
  return (
    <>
      <Panel title={found.name || "Liste collée"}>
        <p className="max-w-[75ch]">{describeRead(found)}</p>
        <LeftColumns left={found.columns?.left ?? []} />
        <Figures found={found} />
        {found.first.length > 0 && <FirstPeople first={found.first} />}
        {found.invalid.length > 0 && <RefusedLines lines={found.invalid} count={found.invalidCount} />}
      </Panel>
      {said.length > 0 && (
        <Panel title="Ce que la liste dit de ces personnes">
          <SaidValues said={said} typed={response?.values} />
        </Panel>
      )}
      {counts.fresh === 0 && counts.remembered > 0 && <Remember id={id} counts={counts} />}
      <Panel title={counts.fresh === 0 && mayAdd ? "Ou les ajouter : leur accord" : "Leur accord"}>
        {mayAdd ? (
          <StartForm found={found} response={response} today={today} />
        ) : (
          <p>Personne de cette liste n’est à ajouter.</p>
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

function StartForm({ found: { id, counts, said }, response, today }: Props) {
  const { field, tick } = fieldsOf<typeof listImportIntents.start>(response, {
    mode: "ask",
    isRemembered: true,
  })
  return (
    <EditForm id={START_FORM} response={response} aria-label="Leur accord">
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
        hint={`Les demandes partent l’une après l’autre, au rythme réglé sous Lettres ; seules les personnes qui confirment reçoivent ensuite vos lettres.${said.some(({ fate }) => fate === "ask") ? " Qui n’a pas confirmé ailleurs reçoit la demande dans tous les cas." : ""}`}
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
      {counts.remembered > 0 && (
        <CheckboxField
          label={`Retenir à qui ne plus écrire : ${formatPeople(counts.remembered)}`}
          hint="Leur adresse est gardée, sans leur nom, pour qu’aucune liste ne les ramène."
          {...tick("isRemembered")}
        />
      )}
      <div>
        <SubmitButton pendingText="Départ...">
          {said.some(({ isGuess }) => isGuess)
            ? "Ajouter selon ces choix"
            : `Ajouter ${formatPeople(counts.fresh)}`}
        </SubmitButton>
      </div>
    </EditForm>
  )
}

/** A list of people who left: nobody is added, and no later list brings them back. */
function Remember({ id, counts }: { id: number; counts: Props["found"]["counts"] }) {
  return (
    <Panel title="Ne plus jamais leur écrire">
      <p className="mb-4 max-w-[75ch]">
        Cette liste ne contient que des personnes à qui ne pas écrire. Le site peut retenir leurs adresses,
        sans leurs noms : plus aucune liste ne les ramènera, et celles qu’une liste a déjà ajoutées ici ne
        recevront plus rien.
      </p>
      <Form method="post">
        <HiddenFields fields={{ intent: "remember", id: String(id) }} />
        <button type="submit" className="office-button office-button-main">
          Ne plus jamais écrire à {formatPeople(counts.remembered)}
        </button>
      </Form>
    </Panel>
  )
}

const FATES: Record<Fate, string> = {
  write: "leur écrire",
  ask: "leur demander de confirmer",
  left: "ne pas écrire",
  undeliverable: "ne pas écrire : adresse refusée",
  unknown: "ne pas écrire",
}

/** By which values a list speaks of its people, and what becomes of them: what is a guess, hosts decide. */
function SaidValues({ said, typed }: { said: SaidValue[]; typed: Record<string, string> | undefined }) {
  return (
    <>
      <p className="mb-3 max-w-[75ch]">
        Qui est sous plusieurs valeurs suit la plus stricte.
        {said.some(({ isGuess }) => isGuess) &&
          " Là où le sens n’est pas sûr, le site n’écrit pas : choisissez s’il le faut."}
      </p>
      <table className="office-table">
        <thead>
          <tr>
            <th scope="col">Colonne</th>
            <th scope="col">Valeur</th>
            <th scope="col">Personnes</th>
            <th scope="col">Ce qu’il advient d’elles</th>
          </tr>
        </thead>
        <tbody>
          {said.map(({ column, value, count, fate, isGuess }, place) => (
            <tr key={fateField(place)}>
              <td data-label="Colonne" className="wrap-anywhere">
                {column}
              </td>
              <td data-label="Valeur" className="wrap-anywhere">
                {value}
              </td>
              <td data-label="Personnes" className="tabular-nums">
                {count.toLocaleString("fr-FR")}
              </td>
              <td data-label="Ce qu’il advient d’elles">
                {isGuess ? (
                  <select
                    form={START_FORM}
                    name={fateField(place)}
                    aria-label={`Ce qu’il advient sous « ${value} »`}
                    defaultValue={
                      typed?.[fateField(place)] ?? (fate === "write" || fate === "ask" ? fate : "never")
                    }
                    className="control"
                  >
                    <option value="never">ne pas écrire</option>
                    <option value="ask">leur demander de confirmer</option>
                    <option value="write">leur écrire</option>
                  </select>
                ) : (
                  FATES[fate]
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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

const NAMED = 12

/** What stays where it is: groups and notes have no place here. */
function LeftColumns({ left }: { left: string[] }) {
  if (left.length === 0) return null
  const named = left.slice(0, NAMED).map((name) => `«\u00a0${name}\u00a0»`)
  return (
    <p className="mt-2 max-w-[75ch] wrap-anywhere">
      Rien d’autre ne vient&nbsp;: ni {named.join(", ni ")}
      {left.length > NAMED && `, ni ${left.length - NAMED} autres`}.
    </p>
  )
}

function Figures({ found: { rowCount, doubleCount, invalidCount, counts } }: Pick<Props, "found">) {
  const rows = [
    ["Lignes lues", rowCount],
    ["À ajouter", counts.fresh],
    ["Parmi elles, à qui demander de confirmer", counts.asked],
    ["À qui ne pas écrire, selon la liste", counts.barred],
    ["Parmi elles, inscrites ici d’elles-mêmes : rien ne change", counts.staying],
    ["Déjà dans la liste", counts.known],
    ["Désabonnées : elles ne reviennent pas", counts.unsubscribed],
    ["Adresses refusées par leur serveur : elles restent ainsi", counts.suppressed],
    ["En double dans le fichier", doubleCount],
    ["Écartées : sans adresse valable", invalidCount],
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
