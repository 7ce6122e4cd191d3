import {
  respondToClick,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  respondWithToast,
  orElse,
} from "#app/kit/http/responses.server.ts"
import type { FieldValues, Parsed } from "#app/kit/http/forms.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { setFactorRequired } from "../auth/factors/required-factor.server.ts"
import type { Viewer } from "../auth/viewer.server.ts"
import { findWeakness } from "../auth/weak-passwords.server.ts"
import { createUser, deleteUser, endSessionsOf, setUserRole } from "./manage-users.server.ts"
import type { NewUser, RoleChange } from "./user-form.schema.ts"

/** Creates the account that the form describes. A typed password is never sent back. */
export function addUser({ password, ...values }: FieldValues, parsed: Parsed<NewUser>) {
  if (!values.email?.trim() || !password) return respondFailure(values, "Email et mot de passe requis", 400)
  if (!parsed.ok) return respondInvalid({ values, errors: parsed.errors })
  return orElse(
    async () => {
      const weakness = await findWeakness(parsed.value.password, parsed.value.email)
      if (weakness) return respondInvalid({ values, errors: { password: weakness } })
      return (await createUser(parsed.value))
        ? redirectWithToast("/admin/users", { kind: "success", title: "Utilisateur créé" })
        : respondInvalid({ values, errors: { email: "Un compte existe déjà avec cet email" } })
    },
    () => respondFailure(values, "Impossible de créer l'utilisateur"),
  )
}

const CANNOT_CHANGE = "Impossible de mettre à jour le rôle"

/** Gives the person named in the form another role, or other rights. */
export function changeRole(parsed: Parsed<RoleChange>, viewer: Viewer) {
  if (!parsed.ok) return respondToastFailure(CANNOT_CHANGE, 400)
  return orElse(
    async () => {
      const outcome = await setUserRole(parsed.value, viewer.sessionId)
      if (outcome === "done") return respondWithToast("Rôle mis à jour")
      if (outcome === "missing") return respondToastFailure(CANNOT_CHANGE, 404)
      return respondToastFailure(`${CANNOT_CHANGE} : c’est le dernier administrateur`, 409)
    },
    () => respondToastFailure(CANNOT_CHANGE, 500),
  )
}

const CANNOT_SIGN_OUT = "Impossible de déconnecter cette personne"

/** Ends all sessions of the person named in the form, but for the one in use. */
export function signOutUser(parsed: Parsed<{ id: string }>, viewer: Viewer) {
  if (!parsed.ok) return respondToastFailure(CANNOT_SIGN_OUT, 400)
  return respondToClick(async () => {
    const isDone = await endSessionsOf(parsed.value.id, viewer.sessionId)
    return isDone && "Personne déconnectée partout"
  }, CANNOT_SIGN_OUT)
}

const CANNOT_DELETE = "Impossible de supprimer l'utilisateur"

/** Deletes the person named in the form, unless they are who asks, or the last admin. */
export function removeUser(parsed: Parsed<{ id: string }>, viewer: Viewer) {
  if (!parsed.ok) return respondToastFailure(CANNOT_DELETE, 400)
  const { id } = parsed.value
  if (id === viewer.id) return respondToastFailure(`${CANNOT_DELETE} : c’est votre propre compte`, 409)
  return orElse(
    async () => {
      const outcome = await deleteUser(id)
      if (outcome === "done") return respondWithToast("Utilisateur supprimé")
      if (outcome === "missing") return respondToastFailure(CANNOT_DELETE, 404)
      return respondToastFailure(`${CANNOT_DELETE} : c’est le dernier administrateur`, 409)
    },
    () => respondToastFailure(CANNOT_DELETE, 500),
  )
}

const CANNOT_REQUIRE = "Impossible de changer l’exigence du second facteur"

/** Requires a second factor of admins and moderators, or no longer. */
export function changeFactorRule(isRequired: boolean, viewer: Viewer) {
  return orElse(
    async () => {
      if (await setFactorRequired(viewer.id, isRequired))
        return respondWithToast(isRequired ? "Second facteur exigé" : "Second facteur non exigé")
      return respondToastFailure(`${CANNOT_REQUIRE} : ajoutez d’abord le vôtre`, 409)
    },
    () => respondToastFailure(CANNOT_REQUIRE, 500),
  )
}
