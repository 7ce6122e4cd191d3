import { data } from "react-router"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { orElse } from "#app/kit/http/responses.server.ts"
import { formatLongDate, toDay } from "#app/kit/lib/dates.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { describeBrowser } from "../auth/browsers.server.ts"
import { findFactors } from "../auth/factors/factors.server.ts"
import { getViewer } from "../auth/guard.server.ts"
import { findMeans, requireProof } from "../auth/proof/proof.server.ts"
import type { Route } from "./+types/settings.route"
import { DeleteAccount, LEAVING } from "./delete-account.tsx"
import { EmailForm } from "./email-form.tsx"
import { isEmailAsked } from "./new-email.server.ts"
import { askToChangeEmail, cancelNewEmail, leave } from "./own-account-actions.server.ts"
import { PasswordForm } from "./password-form.tsx"
import { ProfileForm } from "./profile-form.tsx"
import { getProfile, listSessions } from "./profile.server.ts"
import { SecuritySummary } from "./security-summary.tsx"
import { SessionList } from "./session-list.tsx"
import { settingsIntents } from "./settings.schema.ts"
import { savePassword, saveSettings, stopOtherSessions, stopSession } from "./settings-actions.server.ts"

export { responseHeaders as headers }

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = getViewer(context)
  const [profile, sessions, factors, isEmailChanging, { hasPassword }, question] = await Promise.all([
    loadProfile(viewer.id),
    listSessions(viewer.id),
    findFactors(viewer.id),
    isEmailAsked(viewer.id),
    findMeans(viewer),
    findAsked(url, { leave: () => LEAVING }, "Page non trouvée"),
  ])
  return data(
    {
      email: viewer.email,
      isEmailChanging,
      hasPassword,
      question,
      profile,
      factors,
      today: toDay(new Date()),
      sessions: sessions.map((session) => ({
        id: session.id,
        browser: describeBrowser(session.userAgent),
        since: formatLongDate(session.createdAt),
        lastUsed: formatLongDate(session.updatedAt),
        isThisOne: session.id === viewer.sessionId,
      })),
    },
    { status: profile ? 200 : 503 },
  )
}

/** Null when it cannot be read: an empty form in its place would wipe it when saved. */
function loadProfile(userId: string) {
  return orElse(
    () => getProfile(userId),
    () => null,
  )
}

export async function action({ context, request }: Route.ActionArgs) {
  const viewer = getViewer(context)
  const form = await readForm(request)
  const asked = parseIntent(form, settingsIntents)
  switch (asked.intent) {
    case "profile":
      return saveSettings(form.values, asked, viewer)
    case "password":
      return savePassword(asked, viewer, request.headers)
    case "email":
      await requireProof(context, form)
      return askToChangeEmail(form.values, asked, viewer)
    case "cancel-email":
      return cancelNewEmail(viewer)
    case "leave":
      await requireProof(context, form)
      return leave(viewer, request.headers)
    case "end-session":
      return stopSession(asked, viewer)
    case "end-others":
      return stopOtherSessions(viewer)
  }
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["profile", "password", "email"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Paramètres du compte")
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { email, profile, factors, today, sessions, isEmailChanging, hasPassword, question } = loaderData
  const answerTo = (intent: keyof typeof settingsIntents) =>
    actionData?.values.intent === intent ? actionData : undefined
  return (
    <>
      <h1 className="poster text-poster-sm">Paramètres du compte</h1>
      {question ? (
        <div className="mt-6">
          <QuestionPage {...question} />
        </div>
      ) : (
        <div className="mt-6 grid gap-8">
          {profile ? (
            <ProfileForm email={email} profile={profile} today={today} response={answerTo("profile")} />
          ) : (
            <FailureNotice what="Impossible de charger le profil" />
          )}
          <EmailForm isAsked={isEmailChanging} response={answerTo("email")} />
          <PasswordForm hasPassword={hasPassword} response={answerTo("password")} />
          <SecuritySummary factors={factors} />
          <SessionList sessions={sessions} />
          <DeleteAccount />
        </div>
      )}
    </>
  )
}
