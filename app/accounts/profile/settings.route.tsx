import { data, Link } from "react-router"
import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { SelectField, TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { type FormResponse, orElse } from "#app/kit/http/responses.server.ts"
import { formatLongDate, toDay } from "#app/kit/lib/dates.ts"
import { NOTICE_LABELS, NOTICE_FREQUENCIES } from "#app/kit/lib/notices.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import { describeBrowser } from "../auth/browsers.server.ts"
import { SECURITY_PAGE } from "../auth/factors/factors.copy.ts"
import { type Factors, findFactors } from "../auth/factors/factors.server.ts"
import { getViewer } from "../auth/guard.server.ts"
import { can, isStaff } from "#app/kit/lib/rights.ts"
import { findMeans, requireReauthentication } from "../auth/reauthentication/reauthentication.server.ts"
import { ProfileFields } from "../users/profile-fields.tsx"
import type { Profile, profileSchema } from "../users/profile.schema.ts"
import type { newUserSchema } from "../users/user-form.schema.ts"
import type { Route } from "./+types/settings.route"
import { EmailForm } from "./email-form.tsx"
import { isEmailAsked } from "./new-email.server.ts"
import { askToChangeEmail, cancelNewEmail, leave } from "./own-account-actions.server.ts"
import { PasswordForm } from "./password-form.tsx"
import { getNotices, getProfile, listSessions } from "./profile.server.ts"
import { SessionList } from "./session-list.tsx"
import {
  saveOwnNotices,
  savePassword,
  saveSettings,
  stopOtherSessions,
  stopSession,
} from "./settings-actions.server.ts"
import { type Notices, type noticesSchema, settingsIntents } from "./settings.schema.ts"

export { responseHeaders as headers }

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = getViewer(context)
  const staff = isStaff(viewer)
  const [profile, notices, sessions, factors, isEmailChanging, { hasPassword }, question] = await Promise.all(
    [
      loadProfile(viewer.id),
      staff ? getNotices(viewer.id) : undefined,
      listSessions(viewer.id),
      findFactors(viewer.id),
      isEmailAsked(viewer.id),
      findMeans(viewer),
      findAsked(url, { leave: () => LEAVING }, "Page non trouvée"),
    ],
  )
  return data(
    {
      email: viewer.email,
      isEmailChanging,
      hasPassword,
      question,
      profile,
      notices,
      sendsMail: sendsRealMail(),
      // Who came to the newsletter is shown to admins alone.
      audienceTick: can(viewer, "administration")
        ? "Chaque mois, l’audience en cinq chiffres"
        : can(viewer, "writing-all") && "Chaque mois, l’audience en quatre chiffres",
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
    case "notices":
      return saveOwnNotices(form.values, asked, viewer)
    case "password":
      return savePassword(asked, viewer, request.headers)
    case "email":
      await requireReauthentication(context, form)
      return askToChangeEmail(form.values, asked, viewer)
    case "cancel-email":
      return cancelNewEmail(viewer)
    case "leave":
      await requireReauthentication(context, form)
      return leave(viewer, request.headers)
    case "end-session":
      return stopSession(asked, viewer)
    case "end-others":
      return stopOtherSessions(viewer)
  }
}

export const clientAction = (args: Route.ClientActionArgs) =>
  keepForm(args, ["profile", "notices", "password", "email"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Paramètres du compte")
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const {
    email,
    profile,
    notices,
    sendsMail,
    audienceTick,
    factors,
    today,
    sessions,
    isEmailChanging,
    hasPassword,
    question,
  } = loaderData
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
            <ProfileForm
              email={email}
              profile={profile}
              today={today}
              signs={notices !== undefined}
              response={answerTo("profile")}
            />
          ) : (
            <FailureNotice what="Impossible de charger le profil" />
          )}
          {notices && (
            <NoticesForm
              notices={notices}
              sendsMail={sendsMail}
              audienceTick={audienceTick}
              response={answerTo("notices")}
            />
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

type ProfileFormProps = {
  email: string
  profile: Profile
  today: string
  /** What they write may be signed. */
  signs: boolean
  response: FormResponse | undefined
}

function ProfileForm({ email, profile, today, signs, response }: ProfileFormProps) {
  const account = fieldsOf<typeof newUserSchema>(null, { email })
  const { field } = fieldsOf<typeof profileSchema>(response, profile)
  return (
    <Panel title="Profil">
      <EditForm response={response} aria-label="Profil">
        <HiddenFields fields={{ intent: "profile" } satisfies Asking<typeof settingsIntents>} />
        <TextField label="Email" {...account.field("email")} type="email" disabled />
        <div className="grid gap-5 sm:grid-cols-2">
          <ProfileFields today={today} field={field} />
          {signs && (
            <TextField
              label="Nom affiché"
              {...field("displayName")}
              autoComplete="off"
              hint="Signe les articles que vous écrivez. Vide : ils ne portent pas de nom."
            />
          )}
        </div>
        <div>
          <SubmitButton pendingText="Enregistrement...">Enregistrer les modifications</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}

const FREQUENCIES = NOTICE_FREQUENCIES.map((value) => ({ value, label: NOTICE_LABELS[value] }))

type NoticesFormProps = {
  notices: Notices
  sendsMail: boolean
  /** What they may tick; false for who may not see the audience. */
  audienceTick: string | false
  response: FormResponse | undefined
}

/** For who has something to deal with. */
function NoticesForm({ notices, sendsMail, audienceTick, response }: NoticesFormProps) {
  const { field, tick } = fieldsOf<typeof noticesSchema>(response, notices)
  return (
    <Panel title="Être prévenu" id="prevenir">
      <EditForm response={response} aria-label="Être prévenu">
        <HiddenFields fields={{ intent: "notices" } satisfies Asking<typeof settingsIntents>} />
        <SelectField
          label="Un e-mail quand quelque chose vous attend"
          {...field("notices")}
          options={FREQUENCIES}
          hint={
            sendsMail
              ? "Un commentaire, un message, une relecture, une lettre arrêtée ou une copie qui échoue, selon vos droits ; seulement s’il y a du nouveau. Tout de suite : un toutes les dix minutes au plus."
              : "Aucun serveur d’e-mails n’est réglé : rien ne part avant qu’il le soit."
          }
        />
        {audienceTick && (
          <CheckboxField
            label={audienceTick}
            {...tick("wantsAudience")}
            hint="Le 1er à partir de 8 heures, pour le mois qui vient de finir."
          />
        )}
        <div>
          <SubmitButton pendingText="Enregistrement...">Enregistrer</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}

/** What proves who the person is beside their password, and the way to change it. */
function SecuritySummary({ factors: { totp, passkeys, codes } }: { factors: Factors }) {
  const had = [
    totp && "une application d’authentification",
    passkeys > 0 && `${passkeys} clé${passkeys > 1 ? "s" : ""} d’accès`,
  ].filter((part) => part !== false)
  return (
    <Panel
      title="Sécurité du compte"
      aside={
        <Link to={SECURITY_PAGE} className="office-button">
          {had.length > 0 ? "Gérer les seconds facteurs" : "Ajouter un second facteur"}
        </Link>
      }
    >
      <p className="max-w-[70ch]">
        {had.length > 0
          ? `Second facteur : ${had.join(" et ")}. Codes de secours restants : ${codes}.`
          : "Votre mot de passe protège seul ce compte. Un second facteur le protège même si quelqu’un l’apprend."}
      </p>
    </Panel>
  )
}

/** What is asked before one's own account is deleted. */
const LEAVING = {
  question: "Supprimer votre compte ?",
  detail:
    "Sont effacés : votre profil, vos sessions, votre mot de passe et vos clés d’accès. Restent : ce que vous avez publié, sans auteur ; vos commentaires, vos messages et votre inscription à la newsletter, liés à votre adresse ; et le journal de ce qui a été fait sur le site. Cette action est définitive.",
  confirmLabel: "Supprimer mon compte",
  fields: { intent: "leave" } satisfies Asking<typeof settingsIntents>,
} satisfies Question

function DeleteAccount() {
  return (
    <Panel title="Supprimer mon compte">
      <p className="mb-5 max-w-[75ch]">
        Votre compte disparaît, ce que vous avez publié reste. Pour faire effacer aussi vos commentaires, vos
        messages et votre inscription à la newsletter, écrivez aux hôtes.
      </p>
      <ConfirmButton label="Supprimer mon compte" icon="trash" {...LEAVING} />
    </Panel>
  )
}
