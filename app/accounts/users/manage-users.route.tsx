import { useFetcher } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { HistoryLink } from "#app/content/history-link.tsx"
import { SortedHead } from "#app/content/lists/sorted-head.tsx"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadList, respondWithList } from "#app/content/lists/load-list.server.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { formatLongDate, toDay } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { ROLE_LABELS } from "#app/kit/lib/roles.ts"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { DialogButton } from "#app/kit/ui/dialog-button.tsx"
import { MoreMenu } from "#app/kit/ui/more-menu.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { getViewer } from "../auth/guard.server.ts"
import { requireReauthentication } from "../auth/reauthentication/reauthentication.server.ts"
import { HandOverPanel } from "../invitations/hand-over.tsx"
import {
  resendInvitation,
  sendInvitation,
  withdrawInvitation,
} from "../invitations/invitation-actions.server.ts"
import { InvitationsPanel } from "../invitations/invitations-panel.tsx"
import { invitationIntents } from "../invitations/invitations.schema.ts"
import { findInvitation, listInvitations } from "../invitations/invitations.server.ts"
import { InviteForm } from "../invitations/invite-form.tsx"
import type { Route } from "./+types/manage-users.route"
import { type Asked, AskedOfUsers, deletionOf, signOutOf } from "./asked-of-users.tsx"
import { FactorRulePanel } from "./factor-rule-panel.tsx"
import { findUser, listUsers, loadFactorRule, userRows } from "./manage-users.server.ts"
import { NewUserForm } from "./new-user-form.tsx"
import { listRights } from "../rights-fields.tsx"
import { type Person, RoleFields } from "./role-fields.tsx"
import { addUser, changeFactorRule, changeRole, removeUser, signOutUser } from "./user-actions.server.ts"
import { userIntents } from "./user-form.schema.ts"
import { USERS } from "./user-list.ts"

const intents = { ...userIntents, ...invitationIntents }

export async function loader({ context, url }: Route.LoaderArgs) {
  const askAbout = (what: "role" | "delete" | "end-sessions") => async (parameters: URLSearchParams) => {
    const user = await findUser(parameters.get("id") ?? "")
    return user && { what, user }
  }
  const askToRevoke = async (parameters: URLSearchParams) => {
    const invitation = await findInvitation(parseId(parameters.get("id") ?? "") ?? 0)
    return invitation && { what: "revoke" as const, invitation }
  }
  const { id: ownId } = getViewer(context)
  const [{ rows, ...page }, invitations, factorRule, asked] = await Promise.all([
    loadList(url, {
      filterNames: USERS,
      list: listUsers,
      measure: async (asked, most) => ({ total: await userRows.count(asked, most) }),
      cannotLoad: "Impossible de charger les utilisateurs",
    }),
    loadOr(listInvitations(), []),
    loadOr(loadFactorRule(ownId), null),
    findAsked<Asked>(
      url,
      {
        create: () => ({ what: "create" }),
        invite: () => ({ what: "invite" }),
        role: askAbout("role"),
        delete: askAbout("delete"),
        "end-sessions": askAbout("end-sessions"),
        revoke: askToRevoke,
        "require-factor": () => ({ what: "require-factor" }),
        "lift-factor": () => ({ what: "lift-factor" }),
      },
      "Utilisateur non trouvé",
    ),
  ])
  return respondWithList({
    ...page,
    asked,
    ownId,
    factorRule: factorRule.value && {
      ...factorRule.value,
      since: factorRule.value.since && formatLongDate(factorRule.value.since),
    },
    today: toDay(new Date()),
    invitations: invitations.failed
      ? null
      : invitations.value.map(({ createdAt, expiresAt, ...invitation }) => ({
          ...invitation,
          sentOn: formatLongDate(createdAt),
          validUntil: formatLongDate(expiresAt),
        })),
    rows: rows.map(({ createdAt, ...row }) => ({ ...row, createdOn: formatLongDate(createdAt) })),
  })
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const viewer = getViewer(context)
  const asked = parseIntent(form, intents)
  await requireReauthentication(context, form)
  switch (asked.intent) {
    case "create":
      return addUser(form.values, asked)
    case "role":
      return changeRole(asked, viewer)
    case "delete":
      return removeUser(asked, viewer)
    case "end-sessions":
      return signOutUser(asked, viewer)
    case "require-factor":
      return changeFactorRule(true, viewer)
    case "lift-factor":
      return changeFactorRule(false, viewer)
    case "invite":
      return sendInvitation(form.values, asked, viewer)
    case "renew":
      return resendInvitation(asked, viewer)
    case "revoke":
      return withdrawInvitation(asked)
  }
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["create", "invite"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Gestion des utilisateurs")
}

const BADGES = { admin: "default", moderator: "secondary", user: "outline" } as const

export default function Users({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, ownId, today, asked, invitations, factorRule, ...list } = loaderData
  const response = actionData && "values" in actionData ? actionData : undefined
  const handOver = actionData && "handOver" in actionData ? actionData.handOver : undefined
  const answerTo = (intent: keyof typeof intents) =>
    response?.values.intent === intent ? response : undefined
  if (asked && !handOver) {
    return (
      <ManagerPage title="Gestion des utilisateurs">
        <AskedOfUsers asked={asked} response={response} today={today} />
      </ManagerPage>
    )
  }
  return (
    <ManagerPage title="Gestion des utilisateurs">
      {handOver && <HandOverPanel {...handOver} />}
      <ManagerList
        {...list}
        title="Utilisateurs"
        path={USERS.path}
        type={USERS}
        isPlain
        nouns={USERS.nouns}
        searchLabel="Rechercher une adresse"
        emptyText="Aucun utilisateur"
        aside={
          <div className="flex flex-wrap gap-3">
            <DialogButton
              label="Inviter"
              icon="mail"
              fields={{ intent: "invite" } satisfies Asking<typeof invitationIntents>}
              title="Inviter une personne"
              response={answerTo("invite")}
            >
              {(close, cancel) => (
                <InviteForm response={answerTo("invite")} onSaved={close} cancel={cancel} />
              )}
            </DialogButton>
            <DialogButton
              label="Créer un utilisateur"
              icon="user-plus"
              className="office-button-main"
              fields={{ intent: "create" } satisfies Asking<typeof userIntents>}
              title="Créer un utilisateur"
              response={answerTo("create")}
            >
              {(close, cancel) => (
                <NewUserForm response={answerTo("create")} today={today} onSaved={close} cancel={cancel} />
              )}
            </DialogButton>
          </div>
        }
      >
        {rows.length > 0 && (
          <div className="list-rows">
            <table className="user-table">
              <thead>
                <tr>
                  {["email", "role", "date"].map((name) => (
                    <SortedHead key={name} type={USERS} view={list.view} name={name} />
                  ))}
                  <th scope="col">Actions</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((user) => (
                  <UserRow key={user.id} user={user} isOwn={user.id === ownId} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </ManagerList>
      {invitations === null && <FailureNotice what="Impossible de charger les invitations" />}
      {invitations && invitations.length > 0 && <InvitationsPanel invitations={invitations} />}
      {factorRule && <FactorRulePanel {...factorRule} />}
    </ManagerPage>
  )
}

type UserRowProps = {
  user: Person & { createdOn: string; lacksFactor: boolean }
  isOwn: boolean
}

/** One account, and what can be done with it. */
function UserRow({ user, isOwn }: UserRowProps) {
  const { id, email, role, rights, createdOn } = user
  return (
    <tr>
      <td>
        <p className="font-semibold wrap-anywhere">
          {email}
          {isOwn && <span className="font-normal text-paper-ink"> (vous)</span>}
        </p>
      </td>
      <td>
        <Badge variant={BADGES[role]}>{ROLE_LABELS[role]}</Badge>{" "}
        {role !== "user" && user.lacksFactor && <Badge variant="outline">Sans second facteur</Badge>}
        {role === "moderator" && <p className="text-sm text-paper-ink">{listRights(rights)}</p>}
      </td>
      <td className="text-sm text-paper-ink">{createdOn}</td>
      <td>
        <div className="list-row-actions user-actions">
          <RoleButton user={user} />
          <MoreMenu label={`Autres actions : ${email}`}>
            <HistoryLink kind="user" id={id} subject={email} icon="history" className="item-link" />
            <ConfirmButton
              label="Déconnecter"
              icon="log-out"
              subject={email}
              className="item-link"
              {...signOutOf(user)}
            />
            <ConfirmButton
              label="Supprimer"
              icon="trash"
              subject={email}
              className="item-link"
              {...deletionOf(user)}
            />
          </MoreMenu>
        </div>
      </td>
    </tr>
  )
}

function RoleButton({ user }: { user: Person }) {
  const { Form } = useFetcher()
  return (
    <DialogButton
      label="Modifier le rôle"
      icon="user-cog"
      subject={user.email}
      fields={{ intent: "role", id: user.id } satisfies Asking<typeof userIntents>}
      title="Modifier le rôle"
    >
      {(close, cancel) => (
        <Form method="post" onSubmit={close} className="grid gap-5">
          <RoleFields user={user} cancel={cancel} />
        </Form>
      )}
    </DialogButton>
  )
}
