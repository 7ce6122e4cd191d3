import { useFetcher } from "react-router"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { TestOutcome } from "./test-mail.server.ts"

type Props = { fetcherKey: string; email: string; isReal: boolean; outcome: TestOutcome | undefined }

/** Sends a mail to who asks, and says what came of it. */
export function TestPanel({ fetcherKey, email, isReal, outcome }: Props) {
  const { Form, state } = useFetcher({ key: fetcherKey })
  const isRunning = state !== "idle"
  return (
    <Panel id="essai" title="Essai">
      <p className="max-w-[75ch]">
        {isReal
          ? `Un e-mail part aussitôt à ${email}, avec les réglages enregistrés ci-dessus.`
          : "Le site n’a pas encore de serveur d’envoi : l’essai ne ferait qu’écrire un fichier sur le serveur du site."}
      </p>
      <Form
        method="post"
        className="mt-4"
        onSubmit={(event) => {
          if (isRunning) event.preventDefault()
        }}
      >
        <HiddenFields fields={{ intent: "test" }} />
        <button type="submit" aria-disabled={isRunning} className="office-button">
          <Icon name="mail" />
          {isRunning ? "Envoi en cours…" : "Envoyer un e-mail d’essai"}
        </button>
      </Form>
      <div role="status" className="not-empty:mt-4">
        {outcome && !isRunning && <Outcome outcome={outcome} />}
      </div>
    </Panel>
  )
}

function Outcome({ outcome }: { outcome: TestOutcome }) {
  switch (outcome.outcome) {
    case "sent":
      return (
        <p className="max-w-[75ch]">
          <strong>E-mail envoyé à {outcome.to}.</strong> Le serveur d’envoi l’a accepté&nbsp;: regardez votre
          boîte, et les indésirables.
        </p>
      )
    case "outbox":
      return (
        <p>
          <strong>Fichier écrit.</strong> Sans serveur d’envoi, rien n’est parti.
        </p>
      )
    case "limited":
      return <p>{outcome.title}</p>
    case "failed":
      return (
        <div className="office-alert max-w-[75ch]">
          <p className="font-bold text-blood-dark">{outcome.title}</p>
          <p>{outcome.advice}</p>
          {outcome.answer && (
            <p className="mt-2 text-sm break-words">
              Réponse reçue&nbsp;: <code>{outcome.answer}</code>
            </p>
          )}
        </div>
      )
  }
}
