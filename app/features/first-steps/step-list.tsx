import { Link } from "react-router"
import { ActionButton } from "#app/ui/action-button.tsx"
import { Badge } from "#app/ui/badge.tsx"
import { Panel } from "#app/ui/panel.tsx"
import { STEPS, type Step } from "../settings/first-steps.ts"
import type { StepState } from "./steps.server.ts"

type Props = { isOpen: boolean; states: Record<Step, StepState>; children: React.ReactNode }

const TITLES = {
  podcast: "Le nom et le look",
  episode: "Le premier épisode",
  mail: "Les e-mails",
  backup: "La sauvegarde",
} satisfies Record<Step, string>

/** The steps in their order. @param children the form of the podcast */
export function StepList({ isOpen, states, children }: Props) {
  return (
    <>
      <Panel title="Votre compte" aside={<StateBadge state="done" />}>
        <p>
          Vous administrez ce site.{" "}
          <Link to="/admin/users" className="underline">
            Invitez qui vous aide
          </Link>
          , et protégez votre compte par{" "}
          <Link to="/admin/settings/security" className="underline">
            un second facteur
          </Link>
          .
        </p>
      </Panel>
      {STEPS.map((step) => (
        <Panel key={step} id={`pas-${step}`} title={TITLES[step]} aside={<StateBadge state={states[step]} />}>
          <div className="grid gap-4">
            {step === "podcast" ? children : <StepText step={step} />}
            <Pass step={step} state={states[step]} />
          </div>
        </Panel>
      ))}
      {isOpen && (
        <p>
          <ActionButton
            label="Terminer les premiers pas"
            icon="check"
            fields={{ intent: "finish", id: "all" }}
          />
        </p>
      )}
    </>
  )
}

function StepText({ step }: { step: Exclude<Step, "podcast"> }) {
  if (step === "episode")
    return (
      <>
        <p>Un titre et un son suffisent : le reste peut venir ensuite.</p>
        <p className="flex flex-wrap gap-3">
          <Link to="/admin/episodes" className="office-button">
            Écrire un épisode
          </Link>
          <Link to="/admin/import" className="office-button">
            Importer un flux
          </Link>
        </p>
      </>
    )
  if (step === "mail")
    return (
      <>
        <p>
          Pour confirmer les inscriptions, retrouver un mot de passe et prévenir des messages, le site a
          besoin d’un serveur d’envoi. Sans lui, les e-mails restent des fichiers sur le serveur.
        </p>
        <p>
          <Link to="/admin/site/mail" className="office-button">
            Régler les e-mails
          </Link>
        </p>
      </>
    )
  return (
    <p className="max-w-[75ch]">
      Chaque jour, le site copie lui-même sa base de données et ses médias dans le dossier{" "}
      <code>backups</code> de ses données, et garde les sept dernières copies. Gardez-en une ailleurs aussi :{" "}
      <code>npm run backup</code> en fait une à tout moment. Avec une base de données à part, c’est elle qu’il
      faut copier.
    </p>
  )
}

function Pass({ step, state }: { step: Step; state: StepState }) {
  if (step === "backup")
    return state === "done" ? null : (
      <p>
        <ActionButton
          label="C’est lu"
          icon="check"
          subject={TITLES[step]}
          fields={{ intent: "pass", id: step }}
        />
      </p>
    )
  if (state === "done") return null
  return (
    <p>
      {state === "passed" ? (
        <ActionButton
          label="Reprendre"
          icon="undo"
          subject={TITLES[step]}
          fields={{ intent: "take-up", id: step }}
        />
      ) : (
        <ActionButton
          label="Plus tard"
          icon="check"
          subject={TITLES[step]}
          fields={{ intent: "pass", id: step }}
        />
      )}
    </p>
  )
}

function StateBadge({ state }: { state: StepState }) {
  if (state === "done") return <Badge variant="default">Fait</Badge>
  return state === "passed" ? (
    <Badge variant="outline">Plus tard</Badge>
  ) : (
    <Badge variant="secondary">À faire</Badge>
  )
}
