import { Link } from "react-router"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Factors } from "../auth/factors/factors.server.ts"
import { SECURITY_PAGE } from "../auth/factors/factors.copy.ts"

/** What proves who the person is beside their password, and the way to change it. */
export function SecuritySummary({ factors: { totp, passkeys, codes } }: { factors: Factors }) {
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
