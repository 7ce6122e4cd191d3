import { waitingText } from "#app/base/limits/rate-limits.server.ts"
import {
  respondToClick,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  orElse,
} from "#app/kit/http/responses.server.ts"
import type { FieldValues, Parsed } from "#app/kit/http/forms.server.ts"
import { can } from "#app/kit/lib/rights.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { countPasswordChange, forgivePasswordChange } from "../auth/attempts.server.ts"
import type { PasswordChange } from "../auth/auth.schema.ts"
import { changePassword } from "../auth/auth.server.ts"
import type { Viewer } from "../auth/viewer.server.ts"
import { findWeakness } from "../auth/weak-passwords.server.ts"
import type { Profile } from "../users/profile.schema.ts"
import { endOtherSessions, endSession, saveNotices, saveProfile } from "./profile.server.ts"
import type { Notices } from "./settings.schema.ts"

const PATH = "/admin/settings"

/** Saves the viewer's own profile: the form cannot name anybody else. */
export function saveSettings(values: FieldValues, parsed: Parsed<Profile>, viewer: Viewer) {
  if (!parsed.ok) return respondInvalid(parsed)
  return orElse(
    async () => {
      await saveProfile(viewer.id, parsed.value)
      return redirectWithToast(PATH, { kind: "success", title: "Vos informations ont été mises à jour" })
    },
    () => respondFailure(values, "Impossible de mettre à jour le profil"),
  )
}

/** Saves what the viewer is told by mail: how often what waits for them, and the audience, where they may see it. */
export function saveOwnNotices(values: FieldValues, parsed: Parsed<Notices>, viewer: Viewer) {
  if (!parsed.ok) return respondInvalid(parsed)
  return orElse(
    async () => {
      const wantsAudience = parsed.value.wantsAudience && can(viewer, "writing-all")
      await saveNotices(viewer.id, { ...parsed.value, wantsAudience })
      return redirectWithToast(PATH, { kind: "success", title: "C’est noté" })
    },
    () => respondFailure(values, "Impossible d’enregistrer ce choix"),
  )
}

/** Changes the viewer's password, which ends their other sessions. Nothing typed is ever sent back. */
export async function savePassword(parsed: Parsed<PasswordChange>, viewer: Viewer, headers: Headers) {
  const values = { intent: "password" }
  if (!parsed.ok) return respondInvalid({ values, errors: parsed.errors })
  const wait = await countPasswordChange(viewer.id)
  if (wait > 0) return respondFailure(values, waitingText(wait), 429, { "Retry-After": String(wait) })
  const weakness = await findWeakness(parsed.value.password, viewer.email)
  if (weakness) return respondInvalid({ values, errors: { password: weakness } })
  const cookies = await changePassword(viewer.id, parsed.value.current, parsed.value.password, headers)
  if (!cookies) return respondInvalid({ values, errors: { current: "Le mot de passe actuel est incorrect" } })
  await forgivePasswordChange(viewer.id)
  const toast = {
    kind: "success",
    title: "Mot de passe modifié",
    description: "Vos autres sessions sont terminées.",
  } as const
  return redirectWithToast(PATH, toast, cookies)
}

const CANNOT_END = "Impossible de déconnecter cette session"

/** Ends one of the viewer's own sessions. */
export function stopSession(parsed: Parsed<{ id: string }>, viewer: Viewer) {
  if (!parsed.ok) return respondToastFailure(CANNOT_END, 400)
  return respondToClick(
    async () => (await endSession(viewer.id, parsed.value.id)) && "Session déconnectée",
    CANNOT_END,
  )
}

/** Ends the viewer's sessions everywhere but here. */
export function stopOtherSessions(viewer: Viewer) {
  return respondToClick(async () => {
    await endOtherSessions(viewer.id, viewer.sessionId)
    return "Les autres sessions sont déconnectées"
  }, CANNOT_END)
}
