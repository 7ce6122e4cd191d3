import { data } from "react-router"
import type { FieldErrors, FieldValues } from "./forms.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import type { Toast } from "./toast.ts"
import { redirectWithToast, toastHeaders } from "./toast.server.ts"

/** Why a form as a whole was not saved. */
export type FormMessage = { title: string; description: string }

/** What a refused form shows: what was typed, what is wrong with it, and the newest version of what it edits. */
export type FormResponse = {
  values: FieldValues
  errors: FieldErrors
  message?: FormMessage
  version?: number
}

/** A form with wrong fields: everything typed comes back. */
export function respondInvalid({ values, errors }: { values: FieldValues; errors: FieldErrors }) {
  return data<FormResponse>(
    { values, errors, message: { title: "Erreur de validation", description: CHECK } },
    400,
  )
}

/** The same on the public pages, where the first wrong field is named above the form, too. */
export function respondFirstError(
  { values, errors }: { values: FieldValues; errors: FieldErrors },
  title = "Erreur de validation",
) {
  return data<FormResponse>(
    { values, errors, message: { title, description: Object.values(errors)[0] ?? "" } },
    400,
  )
}

/** A form that could not be saved, although its fields are right. */
export function respondFailure(
  values: FieldValues,
  description: string,
  status = 500,
  headers?: HeadersInit,
) {
  return data<FormResponse>(
    { values, errors: {}, message: { title: "Erreur", description } },
    { status, headers },
  )
}

/**
 * A form filled from an older version than the stored one: sent again, it overwrites knowingly.
 *
 * @param version of what is stored, where the values do not say it themselves
 * @param what somebody else has saved meanwhile
 */
export function respondStale(values: FieldValues, version?: number, what = "une autre version") {
  const description = `Quelqu’un d’autre a enregistré ${what}. Votre saisie est intacte : comparez avec la version actuelle (ouvrez cette page dans un autre onglet), puis enregistrez à nouveau pour la remplacer.`
  const message = { title: "Modifié entre-temps", description }
  return data<FormResponse>({ values, errors: {}, version, message }, 409)
}

/** What a small action of a list did, as a toast; the list reloads by itself. */
export async function respondWithToast(
  title: string | undefined,
  description?: string,
  status = 200,
  more: Pick<Toast, "link" | "undo"> = {},
) {
  const kind = status < 400 ? "success" : "error"
  return data(null, { status, headers: await toastHeaders({ kind, title, description, ...more }) })
}

/** The failure of a small action of a list. */
export function respondToastFailure(description: string, status: number) {
  return respondWithToast("Erreur", description, status)
}

/** What is said, with a way to see it or to take it back. */
type Done = Pick<Toast, "description" | "link" | "undo"> & { title: string }

/**
 * Does what a small action of a list is for, and says so; an unexpected failure is said in the person's words.
 *
 * @param work gives what is said of it, true where the list shows it by itself, nothing when there was nothing to do it with
 * @param back where the page goes, if it has to
 */
export function respondToClick(
  work: () => Promise<string | boolean | Done | undefined>,
  failed: string,
  back?: string,
) {
  return orElse(
    async () => {
      const done = await work()
      if (!done) return respondToastFailure(failed, 404)
      if (done === true) return null
      const { title, description, ...more }: Done = typeof done === "string" ? { title: done } : done
      return back
        ? redirectWithToast(back, { kind: "success", title, description, ...more })
        : respondWithToast(title, description, 200, more)
    },
    () => respondToastFailure(failed, 500),
  )
}

/** Runs what an action does; an unexpected failure is logged, and answered in the person's words. */
export async function orElse<Result, Answer>(
  work: () => Promise<Result>,
  response: () => Answer | Promise<Answer>,
) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Response) throw error
    log.error(error, "action failed")
    return response()
  }
}

const CHECK = "Corrigez les champs signalés, puis enregistrez à nouveau."
