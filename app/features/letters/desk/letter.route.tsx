import { data, Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { HistoryLink } from "#app/content/history-link.tsx"
import { FORM } from "#app/content/use-focus-on-edit.ts"
import { formatLongTime } from "#app/lib/dates.ts"
import { parseId } from "#app/lib/numbers.ts"
import { Icon } from "#app/ui/icon.tsx"
import { Panel } from "#app/ui/panel.tsx"
import { siteSettings } from "../../settings/site-settings.server.ts"
import type { Route } from "./+types/letter.route"
import { LetterBadge } from "./letter-badge.tsx"
import { LETTERS } from "./letter-list.ts"
import { findLetter } from "./letter-page.server.ts"
import { TOPIC_LABELS } from "./letters.copy.ts"
import { isEditable } from "./manage-letters.server.ts"

export async function loader({ params }: Route.LoaderArgs) {
  const letter = await findLetter(parseId(params.id) ?? 0)
  if (!letter) throw data({ title: LETTERS.notFound }, { status: 404 })
  const { mail, podcast } = siteSettings()
  const { id, title, previewText, state, topic, isArchived, scheduledAt, publishedAt } = letter
  return {
    ...{ id, title, previewText, state, topic, isArchived },
    isEditable: isEditable(letter),
    sender: letter.senderName || mail.senderName || podcast.name,
    leavesAt: state === "scheduled" && scheduledAt ? formatLongTime(scheduledAt) : undefined,
    leftAt: publishedAt ? formatLongTime(publishedAt) : undefined,
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return adminMeta(matches, loaderData?.title ?? LETTERS.title)
}

export default function LetterPage({ loaderData }: Route.ComponentProps) {
  const { id, title, previewText, state, topic, isArchived, sender, leavesAt, leftAt } = loaderData
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p>
            <Link to={LETTERS.path} className="underline">
              Toutes les lettres
            </Link>
          </p>
          <h1 className="poster text-poster-sm break-words">{title}</h1>
        </div>
        <div className="flex flex-wrap gap-3">
          {loaderData.isEditable && (
            <Link to={`${LETTERS.path}?edit=${id}`} className="office-button">
              <Icon name="pencil" />
              Modifier
            </Link>
          )}
          <Link to={`${LETTERS.path}?copy=${id}#${FORM}`} className="office-button">
            <Icon name="copy" />
            Dupliquer
          </Link>
        </div>
      </div>
      <div className="manager mt-6 grid gap-8">
        <Panel title="La lettre">
          <dl className="letter-facts">
            <Fact name="État">
              <LetterBadge state={state} scheduledFor={leavesAt} />
              {leftAt && <span className="text-sm text-paper-ink"> partie le {leftAt}</span>}
            </Fact>
            <Fact name="Expéditeur">{sender}</Fact>
            <Fact name="Texte d’aperçu">{previewText || "Aucun"}</Fact>
            <Fact name="Thème">{TOPIC_LABELS[topic]}</Fact>
            <Fact name="Archives du site">{isArchived ? "Lisible par tous, une fois partie" : "Non"}</Fact>
          </dl>
          <p className="mt-4 text-sm text-paper-ink">
            <HistoryLink kind="letter" id={id} subject={title} />
          </p>
        </Panel>
      </div>
    </>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
