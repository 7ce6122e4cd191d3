import { useEffect, useEffectEvent } from "react"
import { useFetcher } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { DialogButton } from "#app/kit/ui/dialog-button.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { usePasskeyCeremony } from "../../auth/passkey-ceremony.ts"
import { passkeyRemoval } from "./questions.ts"
import { RenamePasskeyForm } from "./rename-passkey-form.tsx"
import type { SecurityResponse } from "./security-actions.server.ts"
import type { passkeyNameSchema, securityIntents } from "./security.schema.ts"
import { NEW_PASSKEY } from "./use-new-codes.ts"

type Passkey = { id: string; name: string; addedOn: string; usedOn: string | null }
type Props = {
  passkeys: Passkey[]
  /** How many there may be. */
  max: number
  isOnly: boolean
  browser: string
  response: SecurityResponse | undefined
}

export function PasskeysPanel({ passkeys, max, isOnly, browser, response }: Props) {
  return (
    <Panel title="Clés d’accès">
      <p className="max-w-[70ch]">
        Une clé d’accès (passkey) vous connecte sans mot de passe, par l’empreinte, le visage ou le code de
        votre appareil, ou par une clé de sécurité. Ajoutez-en une par appareil.
      </p>
      {passkeys.length > 0 && (
        <ul className="mt-3 divide-y divide-rule">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex min-h-17 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
            >
              <div className="min-w-0">
                <p className="font-semibold break-words">{passkey.name}</p>
                <p className="text-sm text-paper-ink">
                  Ajoutée le {passkey.addedOn} ·{" "}
                  {passkey.usedOn ? `utilisée le ${passkey.usedOn}` : "pas encore utilisée"}
                </p>
              </div>
              <div className="row-actions">
                <RenamePasskeyButton passkey={passkey} response={response} />
                <ConfirmButton
                  label="Retirer"
                  icon="trash"
                  subject={passkey.name}
                  {...passkeyRemoval(passkey, isOnly)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {passkeys.length < max ? (
        <NewPasskeyForm key={passkeys.length} proposedName={browser} />
      ) : (
        <p className="mt-4">
          Vous avez {max} clés d’accès, le plus possible : retirez-en une pour en ajouter.
        </p>
      )}
    </Panel>
  )
}

type Fields = Asking<typeof securityIntents>

type RenamePasskeyButtonProps = {
  passkey: Pick<Passkey, "id" | "name">
  response: SecurityResponse | undefined
}

function RenamePasskeyButton({ passkey, response }: RenamePasskeyButtonProps) {
  const { intent, id } = response?.values ?? {}
  const own = intent === "rename-passkey" && id === passkey.id ? response : undefined
  return (
    <DialogButton
      label="Renommer"
      icon="pencil"
      subject={passkey.name}
      fields={{ intent: "rename-passkey", id: passkey.id } satisfies Fields}
      title="Renommer la clé d’accès"
      response={own}
    >
      {(close, cancel) => (
        <RenamePasskeyForm passkey={passkey} response={own} onSaved={close} cancel={cancel} />
      )}
    </DialogButton>
  )
}

/** Asks the site what passkey to make, has the browser make it, and sends it. */
function NewPasskeyForm({ proposedName }: { proposedName: string }) {
  const { isKnown, isBusy: isAsking, problem, hold } = usePasskeyCeremony()
  const { Form, data, state, submit } = useFetcher<SecurityResponse | null>({ key: NEW_PASSKEY })
  const { field } = fieldsOf<typeof passkeyNameSchema>(data?.errors.name ? data : null, {
    name: proposedName,
  })
  const asked = data?.passkey
  const isBusy = state !== "idle" || isAsking

  const onAsked = useEffectEvent((options: NonNullable<typeof asked>) =>
    hold({
      does: "make",
      ask: async () => options,
      take: (response) => {
        const name = data?.values.name ?? proposedName
        return submit({ intent: "add-passkey", name, response } satisfies Fields, { method: "post" })
      },
      texts: TEXTS,
    }),
  )
  useEffect(() => {
    if (asked) void onAsked(asked)
  }, [asked])

  if (!isKnown) return <p className="mt-4">Ce navigateur ne peut pas créer de clé d’accès sur ce site.</p>
  return (
    <>
      <p className="mt-4 hidden noscript:block">
        Sans JavaScript, ce navigateur ne peut pas créer de clé d’accès.
      </p>
      <Form
        method="post"
        noValidate
        aria-label="Ajouter une clé d’accès"
        aria-busy={isBusy}
        onSubmit={(event) => {
          if (isBusy) event.preventDefault()
        }}
        className="mt-4 grid gap-4 noscript:hidden"
      >
        {asked && problem && !isBusy && (
          <p role="alert" className="office-alert">
            {problem}
          </p>
        )}
        <HiddenFields fields={{ intent: "start-passkey" } satisfies Fields} />
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label="Nom de la nouvelle clé"
            {...field("name")}
            required
            autoComplete="off"
            className="min-w-0 grow basis-64 sm:max-w-sm"
          />
          <button type="submit" aria-disabled={isBusy} className="office-button office-button-main">
            {isBusy ? "En attente…" : "Ajouter une clé d’accès"}
          </button>
        </div>
      </Form>
    </>
  )
}

const TEXTS = {
  cancelled: "Aucune clé d’accès n’a été créée : la demande a été annulée, ou a duré trop longtemps.",
  known: "Cet appareil a déjà une clé d’accès pour ce compte.",
  failed:
    "Cet appareil ne peut pas créer de clé d’accès qui vous reconnaisse (empreinte, visage ou code). Essayez-en un autre.",
  effect: "aucune clé d’accès n’est créée",
}
