import { useFetcher } from "react-router"
import { formatMoment } from "#app/kit/lib/dates.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { loadReading } from "./returns-settings.server.ts"
import type { MailboxTest } from "./test-mailbox.server.ts"

type Reading = NonNullable<Awaited<ReturnType<typeof loadReading>>>

/** How the reading of the mailbox goes. */
export function ReadingPanel({ reading, now }: { reading: Reading; now: Date }) {
  const { Form } = useFetcher()
  const { lookedAt, foundAt, found, failure, failures } = reading
  return (
    <Panel id="lecture" title="Lecture">
      {failure && (
        <div role="alert" className="office-alert mb-4 max-w-[75ch]">
          <p className="font-bold text-blood-dark">{failure.title}</p>
          <p>{failure.advice}</p>
          <p className="mt-2 text-sm">
            {failures === 1 ? "Un essai a échoué" : `${failures} essais de suite ont échoué`}&nbsp;: le site
            réessaie de lui-même, et rien ne se perd.
          </p>
        </div>
      )}
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_1fr]">
        <dt className="font-semibold">Dernière lecture</dt>
        <dd>{lookedAt ? formatMoment(lookedAt, now) : "pas encore"}</dd>
        <dt className="font-semibold">Retours reconnus</dt>
        <dd>
          {found.toLocaleString("fr-FR")}
          {foundAt && `, le dernier ${formatMoment(foundAt, now)}`}
        </dd>
      </dl>
      <Form method="post" className="mt-4">
        <HiddenFields fields={{ intent: "look" }} />
        <button type="submit" className="office-button">
          <Icon name="history" />
          Lire maintenant
        </button>
      </Form>
    </Panel>
  )
}

/** Opens the mailbox, and says what came of it. */
export function MailboxTestPanel({
  fetcherKey,
  test,
}: {
  fetcherKey: string
  test: MailboxTest | undefined
}) {
  const { Form, state } = useFetcher({ key: fetcherKey })
  const isRunning = state !== "idle"
  return (
    <Panel id="essai" title="Essai">
      <p className="max-w-[75ch]">
        Le site ouvre la boîte avec les réglages enregistrés ci-dessus, sans lire ni déplacer aucun e-mail.
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
          {isRunning ? "Essai en cours…" : "Essayer la boîte"}
        </button>
      </Form>
      <div role="status" className="not-empty:mt-4">
        {test && !isRunning && <Outcome test={test} />}
      </div>
    </Panel>
  )
}

const count = (mails: number) => (mails === 1 ? "un e-mail" : `${mails.toLocaleString("fr-FR")} e-mails`)

function Outcome({ test }: { test: MailboxTest }) {
  switch (test.outcome) {
    case "read":
      return (
        <p>
          <strong>La boîte s’ouvre.</strong> Le dossier {test.folder}{" "}
          {test.mails === 0 ? "ne contient aucun e-mail" : `contient ${count(test.mails)}`}.
        </p>
      )
    case "no-folder":
      return (
        <p className="office-alert max-w-[75ch]">
          <strong>La boîte s’ouvre, mais le dossier «&nbsp;{test.folder}&nbsp;» n’existe pas.</strong>{" "}
          Créez-le dans votre messagerie, ou laissez ce réglage vide.
        </p>
      )
    case "none":
      return <p>Aucun serveur de réception n’est réglé&nbsp;: remplissez et enregistrez d’abord ci-dessus.</p>
    case "limited":
      return <p>{test.title}</p>
    case "failed":
      return (
        <div className="office-alert max-w-[75ch]">
          <p className="font-bold text-blood-dark">{test.title}</p>
          <p>{test.advice}</p>
          {test.answer && (
            <p className="mt-2 text-sm break-words">
              Réponse reçue&nbsp;: <code>{test.answer}</code>
            </p>
          )}
        </div>
      )
  }
}
