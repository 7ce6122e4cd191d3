import { useEffect, useEffectEvent, useState } from "react"
import { useFetcher } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { useKnowsPasskeys } from "../../auth/use-passkeys.ts"
import { createPasskey } from "./create-passkey.ts"
import type { SecurityResponse } from "./security-actions.server.ts"
import type { passkeyNameSchema, securityIntents } from "./security.schema.ts"
import { NEW_PASSKEY } from "./use-new-codes.ts"

type Fields = Asking<typeof securityIntents>

/** Asks the site what passkey to make, has the browser make it, and sends it. */
export function NewPasskeyForm({ proposedName }: { proposedName: string }) {
  const isSupported = useKnowsPasskeys()
  const { Form, data, state, submit } = useFetcher<SecurityResponse | null>({ key: NEW_PASSKEY })
  const [settled, setSettled] = useState<object>()
  const [failure, setFailure] = useState<string>()
  const { field } = fieldsOf<typeof passkeyNameSchema>(data?.errors.name ? data : null, {
    name: proposedName,
  })
  const asked = data?.passkey
  const isBusy = state !== "idle" || (asked !== undefined && asked !== settled)

  const onMade = useEffectEvent((made: Awaited<ReturnType<typeof createPasskey>>) => {
    setSettled(asked)
    if ("failure" in made) return setFailure(made.failure)
    const name = data?.values.name ?? proposedName
    const fields = { intent: "add-passkey", name, response: JSON.stringify(made.response) } satisfies Fields
    void submit(fields, { method: "post" })
  })
  useEffect(() => {
    if (asked) void createPasskey(asked).then(onMade)
  }, [asked])

  if (!isSupported) return <p className="mt-4">Ce navigateur ne peut pas créer de clé d’accès sur ce site.</p>
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
          setFailure(undefined)
          if (isBusy) event.preventDefault()
        }}
        className="mt-4 grid gap-4 noscript:hidden"
      >
        {failure && (
          <p role="alert" className="office-alert">
            {failure}
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
