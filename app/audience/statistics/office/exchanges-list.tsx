import { Link } from "react-router"
import { spell } from "#app/kit/ui/charts/scale.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Exchanges } from "../exchanges.server.ts"

const many = (count: number, one: string, more: string) => `${spell(count)}\u00a0${count > 1 ? more : one}`

/** What went out to people and came back from them, a line each. */
export function ExchangesList({ joined, gone, letters, sent, returned, ...back }: Exchanges) {
  return (
    <Panel title="Newsletter et échanges, 30 jours">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        <dt className="font-semibold">
          <Link to="/admin/newsletter/growth" className="underline">
            Newsletter
          </Link>
        </dt>
        <dd>
          {[
            many(letters, "lettre envoyée", "lettres envoyées"),
            many(sent, "remise", "remises"),
            many(returned, "retour", "retours"),
            many(joined, "arrivée", "arrivées"),
            many(gone, "départ", "départs"),
          ].join(" · ")}
        </dd>
        <dt className="font-semibold">
          <Link to="/admin/comments" className="underline">
            Échanges
          </Link>
        </dt>
        <dd>
          {[
            many(back.comments, "commentaire", "commentaires"),
            `${spell(back.likes)}\u00a0j’aime`,
            many(back.messages, "message", "messages"),
          ].join(" · ")}
        </dd>
      </dl>
    </Panel>
  )
}
