import type { Asking } from "#app/kit/form/asking.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { settingsIntents } from "./settings.schema.ts"

type Session = { id: string; browser: string; since: string; lastUsed: string; isThisOne: boolean }

/** Where the person is signed in. */
export function SessionList({ sessions }: { sessions: Session[] }) {
  return (
    <Panel
      id="sessions"
      title="Sessions"
      aside={
        sessions.length > 1 && (
          <ActionButton
            label="Déconnecter les autres"
            fields={{ intent: "end-others" } satisfies Asking<typeof settingsIntents>}
          />
        )
      }
    >
      <ul className="-my-3 divide-y divide-rule">
        {sessions.map((session) => (
          <li
            key={session.id}
            className="flex min-h-17 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
          >
            <div>
              <p className="font-semibold">{session.browser}</p>
              <p className="text-sm text-paper-ink">
                Depuis le {session.since} · dernière activité le {session.lastUsed}
              </p>
            </div>
            {session.isThisOne ? (
              <Badge variant="secondary">Cette session</Badge>
            ) : (
              <ActionButton
                label="Déconnecter"
                subject={session.browser}
                fields={{ intent: "end-session", id: session.id } satisfies Asking<typeof settingsIntents>}
              />
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
