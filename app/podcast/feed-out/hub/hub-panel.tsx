import { useEffect } from "react"
import { Link, useRevalidator } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { hubIntents } from "./hub.schema.ts"
import type { loadHub } from "./manage-hub.server.ts"

const SETTING = "/admin/site/feed#reglage-hub"
const RELOAD_MS = 3_000

/** The hub that tells applications of news of the feed: what it was told, and when it is told next. */
export function HubPanel({ hub }: { hub: Awaited<ReturnType<typeof loadHub>> | null }) {
  useReloading(hub?.isAsked ?? false)
  return (
    <Panel
      id="hub"
      title="Prévenir les applications"
      className="mt-5"
      aside={hub?.isAsked && <Badge variant="secondary">En cours…</Badge>}
    >
      <p className="max-w-[75ch]">
        {hub === null
          ? "L’état du relais n’a pas pu être chargé."
          : hub
            ? "À chaque changement du flux, le site prévient ce relais, qui prévient aussitôt les applications et les annuaires abonnés."
            : "Un relais prévient aussitôt les applications et les annuaires de chaque nouvel épisode. Sans relais, ils le voient quand ils relisent le flux, parfois des heures après."}
      </p>
      {hub ? (
        <HubState hub={hub} />
      ) : (
        <p className="mt-4">
          <SettingLink>Choisir un relais</SettingLink>
        </p>
      )}
    </Panel>
  )
}

function HubState({
  hub: { hub, last, answer, trouble },
}: {
  hub: NonNullable<Parameters<typeof HubPanel>[0]["hub"]>
}) {
  return (
    <>
      <div aria-live="polite" className="mt-3 grid grid-cols-1 gap-4">
        {trouble && (
          <div className="office-alert grid grid-cols-1 gap-1">
            <p className="font-semibold break-words text-blood-dark">{trouble.error}</p>
            <p className="text-sm">{trouble.since}</p>
            <p className="text-sm">{trouble.advice}</p>
          </div>
        )}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 md:gap-x-6">
          <dt className="text-paper-ink">Relais</dt>
          <dd className="font-semibold break-all">{hub}</dd>
          <dt className="text-paper-ink">Prévenu</dt>
          <dd className="font-semibold">{last}</dd>
          {answer && (
            <>
              <dt className="text-paper-ink">Réponse</dt>
              <dd className="font-semibold">{answer}</dd>
            </>
          )}
        </dl>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <ActionButton
          label="Prévenir maintenant"
          fields={{ intent: "tell-hub" } satisfies Asking<typeof hubIntents>}
        />
        <SettingLink>Changer de relais</SettingLink>
      </div>
    </>
  )
}

function SettingLink({ children }: { children: string }) {
  return (
    <Link to={SETTING} className="office-button">
      {children}
    </Link>
  )
}

/** While it is told, what came of it is looked for. */
function useReloading(isAsked: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isAsked) return
    const timer = setInterval(() => void revalidate(), RELOAD_MS)
    return () => clearInterval(timer)
  }, [isAsked, revalidate])
}
