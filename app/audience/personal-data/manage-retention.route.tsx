import { data } from "react-router"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { DEFINITIONS } from "#app/base/settings/definitions.server.ts"
import { answerGroup, groupIntents, inRows, loadGroup } from "#app/base/settings/group-page.server.ts"
import { GroupPage } from "#app/base/settings/group-page.tsx"
import { GROUPS } from "#app/base/settings/groups.ts"
import { readSettings } from "#app/base/settings/site-settings.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { type FieldValues, readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import {
  type FormResponse,
  orElse,
  respondFailure,
  respondToastFailure,
} from "#app/kit/http/responses.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Route } from "./+types/manage-retention.route"
import { nextRun } from "./due.ts"
import { findShorter, listGoing } from "./going.server.ts"
import { findLastRun } from "./retention-run.server.ts"

const FAILED = "Impossible d’enregistrer les réglages"

export async function loader() {
  const [group, run] = await Promise.all([loadGroup("retention"), loadOr(loadRun(), undefined)])
  return data({ ...group.data, run: run.value }, group.init ?? {})
}

async function loadRun() {
  const [going, last] = await Promise.all([readSettings("retention").then(listGoing), findLastRun()])
  const next = nextRun(last)
  return { going, next: next && formatLongTime(next) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, groupIntents("retention"))
  await requireReauthentication(context, form)
  return orElse(
    async () => {
      if (asked.intent === "reset" && asked.ok) {
        const needed = await findAgreement(defaultOf(asked.value.name))
        if (needed) return respondToastFailure(`${RESET_DELETES} (${needed.going})`, 409)
      }
      if (asked.intent === "save" && asked.ok) {
        const needed = await findAgreement(asked.value)
        const isAgreed = form.values.agreed === "on" && form.values.agreedTo === needed?.agreedTo
        if (needed && !isAgreed) return respondAsking(form.values, needed)
      }
      return answerGroup("retention", form.values, asked)
    },
    () => respondFailure(inRows("retention", form.values), FAILED),
  )
}

const RESET_DELETES = "La valeur par défaut est plus courte\u00a0: tapez-la dans le champ pour l’enregistrer"

function defaultOf(name: string): Record<string, unknown> {
  const settings: Record<string, { default: number }> = DEFINITIONS.retention
  return { [name]: Object.hasOwn(settings, name) ? settings[name]?.default : undefined }
}

/** What goes at the next run because a length becomes shorter; undefined for nothing. */
async function findAgreement(values: Record<string, unknown>): Promise<AgreementFields | undefined> {
  const shorter = await findShorter(values)
  const going = await listGoing(shorter)
  return going.length > 0 ? { going: going.join(", "), agreedTo: JSON.stringify(shorter) } : undefined
}

function respondAsking(typed: FieldValues, agreement: AgreementFields) {
  const message = {
    title: "Des données seraient effacées",
    description: `Au prochain passage, sous un jour\u00a0: ${agreement.going}. Cochez la case ci-dessous pour l’accepter, ou gardez une durée plus longue.`,
  }
  const values = { ...inRows("retention", typed), ...agreement }
  return data<FormResponse>({ values, errors: {}, message }, 409)
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["save"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, GROUPS.retention.title)
}

export default function ManageRetention({ loaderData, actionData }: Route.ComponentProps) {
  const { run, ...group } = loaderData
  const { agreedTo, going = "" } = actionData?.values ?? {}
  return (
    <GroupPage
      {...group}
      response={actionData ?? undefined}
      agreement={agreedTo && <Agreement key={agreedTo} agreedTo={agreedTo} going={going} />}
    >
      {run && (
        <Panel title="Prochain effacement">
          <p>{run.next ? `Vers le ${run.next}.` : "Un jour après le premier démarrage."}</p>
          <p className="mt-2 max-w-[75ch]">
            {run.going.length > 0
              ? `Partiront\u00a0: ${run.going.join(", ")}.`
              : "Rien n’a dépassé sa durée pour le moment."}
          </p>
          <p className="mt-2 max-w-[75ch] text-sm text-paper-ink">
            Jusque-là, une durée rallongée garde tout. Ce qui est effacé reste dans les sauvegardes tant
            qu’elles existent. Si l’horloge du serveur a fait un bond, rien ne part avant un jour.
          </p>
        </Panel>
      )}
    </GroupPage>
  )
}

/** What goes, in words, and by which lengths: who agreed to others is asked anew. */
type AgreementFields = { going: string; agreedTo: string }

/** Nothing is deleted by a click too many: what goes for good is to be ticked. */
function Agreement(fields: AgreementFields) {
  const { field } = fieldsOf<{ agreed: string }>(undefined)
  return (
    <div className="border-l-4 border-blood-dark pl-4">
      <HiddenFields fields={fields} />
      <CheckboxField {...field("agreed")} label={`Effacer pour de bon\u00a0: ${fields.going}`} />
    </div>
  )
}
