import { data } from "react-router"
import { z } from "zod"
import type { FieldValues } from "#app/kit/http/forms.server.ts"
import type { Intended } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import {
  orElse,
  respondFailure,
  respondInvalid,
  respondStale,
  respondToClick,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { definitionsOf } from "./definitions.server.ts"
import { fromFields, toFields } from "./fields.ts"
import { type GroupName, groupAddress } from "./groups.ts"
import { showsShippedTexts } from "./own-podcast.server.ts"
import { findWrongPictures } from "./picture-sizes.server.ts"
import { groupSchema, readGroup, resetSetting, saveGroup } from "./save-settings.server.ts"

/** A form of settings holds lists, each of whose parts is a field. */
export const MAX_FIELDS = 600

/** What the page of a group does. */
export function groupIntents(group: GroupName) {
  return { save: groupSchema(group), reset: z.object({ name: z.string().max(100) }) }
}

/** What the page of a group shows; nothing to fill in where it cannot be read, which would wipe it when saved. */
export async function loadGroup(group: GroupName) {
  const { value: form, failed } = await loadOr(readGroup(group), null)
  return data(
    { group, form, offersNeutral: group === "podcast" && showsShippedTexts() },
    { status: failed ? 503 : 200 },
  )
}

type Asked = Intended<ReturnType<typeof groupIntents>>

/** @param values what was typed, which comes back when it cannot be saved */
export async function answerGroup(group: GroupName, values: FieldValues, asked: Asked) {
  if (asked.intent === "reset") {
    const reset = async () =>
      asked.ok && (await resetSetting(group, asked.value.name)) && "Valeur par défaut rétablie"
    return respondToClick(async () => (await reset()) || undefined, CANNOT_RESET)
  }
  const typed = inRows(group, values)
  if (!asked.ok) return respondInvalid({ errors: asked.errors, values: typed })
  return orElse(
    async () => {
      const problems = await findWrongPictures(group, asked.value)
      if (Object.keys(problems).length > 0) return respondInvalid({ errors: problems, values: typed })
      const newer = await saveGroup(group, asked.value, values.basis)
      if (newer) return respondChanged({ ...typed, basis: newer })
      return redirectWithToast(groupAddress(group), { kind: "success", title: "Réglages enregistrés" })
    },
    () => respondFailure(typed, "Impossible d’enregistrer les réglages"),
  )
}

const CANNOT_RESET = "Ce réglage a déjà sa valeur par défaut"

/** Somebody else has saved the group since: sent again, the form overwrites knowingly. */
export function respondChanged(values: FieldValues) {
  return respondStale(values, undefined, "ces réglages")
}

/** What was typed, its rows numbered as the messages about them count. */
export function inRows(group: GroupName, values: FieldValues): FieldValues {
  const shown = Object.entries(definitionsOf(group)).flatMap(([name, { field }]) =>
    // What is no number has no spelling but its own.
    field.kind === "number"
      ? [[name, values[name] ?? ""] as const]
      : Object.entries(toFields(name, field, fromFields(name, field, values))),
  )
  const { basis = "", intent = "" } = values
  return { ...Object.fromEntries(shown), basis, intent }
}
