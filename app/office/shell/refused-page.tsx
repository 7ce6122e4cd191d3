import { FACTOR_OVERDUE } from "#app/accounts/auth/factors/factors.copy.ts"
import type { Refusal } from "#app/accounts/auth/guard.server.ts"
import { can } from "#app/accounts/auth/permissions.schema.ts"
import { AdminShell } from "./admin-shell.tsx"
import { NoticeCard } from "./notice-card.tsx"

/** The refusal (docs/product.md 15.2), with the shell around it, which still offers what the person may open. */
export default function RefusedPage({ refusal }: { refusal: Refusal }) {
  const { isRefused: _refused, owesFactor, ...shell } = refusal
  return (
    <AdminShell {...shell}>
      {owesFactor ? <NoticeCard {...FACTOR_OVERDUE} /> : <NoPermission role={shell.role} />}
    </AdminShell>
  )
}

function NoPermission({ role }: Pick<Refusal, "role">) {
  return (
    <NoticeCard
      title="Accès refusé"
      text="Vous n'avez pas les droits administrateur."
      links={[
        { to: "/", label: "Retour au site" },
        ...(can({ role }, "moderation")
          ? [{ to: "/admin/comments", label: "Modérer les commentaires" }]
          : []),
        { to: "/admin/settings", label: "Mon compte" },
      ]}
    />
  )
}
