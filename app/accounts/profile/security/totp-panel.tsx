import { Form } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { appRemoval } from "./questions.ts"
import type { SecurityResponse } from "./security-actions.server.ts"
import type { firstCodeSchema, securityIntents } from "./security.schema.ts"
import type { TotpSetup } from "./totp-setup.server.ts"

type Props = { since: string | null; isOnly: boolean; response: SecurityResponse | undefined }
type Fields = Asking<typeof securityIntents>

/** The authenticator app: in use, being set up, or none. */
export function TotpPanel({ since, isOnly, response }: Props) {
  const setup = since ? undefined : response?.totp
  return (
    <Panel
      title="Application d’authentification"
      aside={
        since ? (
          <ConfirmButton label="Retirer" subject="application" icon="trash" {...appRemoval(isOnly)} />
        ) : (
          <Start isAgain={setup !== undefined} />
        )
      }
    >
      {since && (
        <p>
          <Badge>Active</Badge> <span className="ml-1">depuis le {since}</span>
        </p>
      )}
      {!since && !setup && (
        <p className="max-w-[70ch]">
          Une application de votre téléphone (Aegis, Bitwarden, Google Authenticator…) donne toutes les 30
          secondes un nouveau code, que vous tapez après votre mot de passe.
        </p>
      )}
      {setup && <Setup setup={setup} response={response} />}
    </Panel>
  )
}

function Start({ isAgain }: { isAgain: boolean }) {
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields fields={{ intent: "start-totp" } satisfies Fields} />
      <button type="submit" className={`office-button ${isAgain ? "" : "office-button-main"}`}>
        {isAgain ? "Recommencer" : "Configurer"}
        {!isAgain && <span className="sr-only"> l’application d’authentification</span>}
      </button>
    </Form>
  )
}

/** What is scanned or typed into the app, and the code that it then gives. */
function Setup({ setup, response }: { setup: TotpSetup; response: SecurityResponse | undefined }) {
  const { qr, secret, uri } = setup
  const answer = response?.values.intent === "confirm-totp" ? response : undefined
  const { field } = fieldsOf<typeof firstCodeSchema>(answer)
  return (
    <div className="grid gap-6 md:grid-cols-[15rem_1fr] md:gap-8">
      <svg
        role="img"
        aria-label="QR code pour l’application d’authentification"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="w-60 border border-rule"
      >
        {/* Black on white whatever the page's colours: cameras read nothing else as well. */}
        <rect width="100%" height="100%" fill="#fff" />
        <path d={qr.path} stroke="#000" />
      </svg>
      <div className="grid content-start gap-5">
        <ol className="grid list-decimal gap-3 pl-5">
          <li>
            Scannez ce QR code avec l’application, ou{" "}
            <a href={uri} className="font-semibold underline">
              ouvrez-la sur cet appareil
            </a>
            .
          </li>
          <li>
            Si cela ne marche pas, tapez-y cette clé :{" "}
            <code className="inline-flex flex-wrap gap-x-2 font-semibold break-all select-all">
              {secret.map((group, index) => (
                <span key={index}>{group}</span>
              ))}
            </code>
          </li>
          <li>Confirmez avec le code que l’application affiche.</li>
        </ol>
        <EditForm response={answer} aria-label="Confirmer l’application">
          <HiddenFields fields={{ intent: "confirm-totp", setup: setup.setup } satisfies Fields} />
          <TextField
            label="Code à six chiffres"
            {...field("code")}
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            className="max-w-xs"
          />
          <div>
            <SubmitButton pendingText="Vérification...">Activer l’application</SubmitButton>
          </div>
        </EditForm>
      </div>
    </div>
  )
}
