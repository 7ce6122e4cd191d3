import { HistoryLink } from "#app/content/history-link.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { LetterBadge } from "./letter-badge.tsx"
import { TOPIC_LABELS } from "./letters.copy.ts"
import type { LetterPage } from "./letter-page.server.ts"

/** What is known of a letter. */
export function FactsPanel({ letter }: { letter: LetterPage }) {
  const { id, title, state, sender, previewText, topic, isArchived, leavesAt, leftAt, endedAt } = letter
  return (
    <Panel title="La lettre" aside={<HistoryLink kind="letter" id={id} subject={title} />}>
      <dl className="letter-facts">
        <Fact name="État">
          <LetterBadge state={state} scheduledFor={leavesAt} />
        </Fact>
        {leftAt && <Fact name="Début de l’envoi">{leftAt}</Fact>}
        {endedAt && <Fact name="Fin de l’envoi">{endedAt}</Fact>}
        <Fact name="Expéditeur">{sender}</Fact>
        <Fact name="Texte d’aperçu">{previewText || "Aucun"}</Fact>
        <Fact name="Thème">{TOPIC_LABELS[topic]}</Fact>
        <Fact name="Archives du site">{isArchived ? "Lisible par tous, une fois partie" : "Non"}</Fact>
      </dl>
    </Panel>
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
