import { FACTOR_OVERDUE } from "#app/accounts/auth/factors/factors.copy.ts"
import type { Refusal } from "#app/accounts/auth/guard.server.ts"
import { explainLack } from "#app/accounts/auth/lack.copy.ts"
import { isStaff } from "#app/kit/lib/rights.ts"
import { AdminShell } from "./admin-shell.tsx"
import { NoticeCard } from "./notice-card.tsx"

/** The refusal (docs/product.md 15.2), with the shell around it, which still offers what the person may open. */
export default function RefusedPage({ refusal }: { refusal: Refusal }) {
  const { isRefused: _refused, owesFactor, lack, ...shell } = refusal
  return (
    <AdminShell {...shell}>
      {owesFactor ? <NoticeCard {...FACTOR_OVERDUE} /> : <NoPermission person={shell.person} lack={lack} />}
    </AdminShell>
  )
}

function NoPermission({ person, lack }: Pick<Refusal, "person" | "lack">) {
  return (
    <NoticeCard
      title="Accès refusé"
      text="Vous n'avez pas les droits administrateur."
      more={lack && explainLack(lack)}
      links={[
        { to: "/", label: "Retour au site" },
        ...(isStaff(person) ? [{ to: "/admin", label: "Retour à l’administration" }] : []),
        { to: "/admin/settings", label: "Mon compte" },
      ]}
    />
  )
}
