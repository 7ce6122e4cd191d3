import { Form, useNavigation } from "react-router"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import type { Finding } from "../look/feed-findings.ts"
import { FindingList } from "../look/finding-list.tsx"
import type { forwardForm } from "./out.schema.ts"

type Props = {
  newAddress: string
  response: FormResponse | undefined
  findings: Finding[] | undefined
}

/** Where the subscribers go, and how; looked at before it is done. */
export function ForwardForm({ newAddress, response, findings }: Props) {
  const stored = { address: newAddress, redirects: true, isSure: false }
  const { field, tick } = fieldsOf<typeof forwardForm>(response, stored)
  const asked = useNavigation().formData?.get("intent")
  const isWrong = findings?.some(({ state }) => state === "fix") ?? false
  return (
    <Form method="post" preventScrollReset noValidate className="mt-4 grid max-w-2xl gap-4">
      <TextField
        label="Adresse du nouveau flux"
        {...field("address")}
        type="url"
        placeholder="https://"
        required
      />
      <div role="status">{findings && <FindingList findings={findings} />}</div>
      <CheckboxField
        label="Rediriger aussi l’adresse du flux d’ici (301)"
        hint="Sans elle, le flux d’ici reste lisible et annonce seulement la nouvelle adresse (itunes:new-feed-url)."
        {...tick("redirects")}
      />
      {isWrong && <CheckboxField label="Faire suivre quand même, malgré ce qui manque" {...tick("isSure")} />}
      <div className="flex flex-wrap gap-3">
        <button
          type="submit"
          name="intent"
          value="look-new"
          className="office-button"
          aria-disabled={asked === "look-new"}
        >
          {asked === "look-new" ? "Vérification…" : "Vérifier le nouveau flux"}
        </button>
        <button
          type="submit"
          name="intent"
          value="forward"
          className="office-button office-button-main"
          aria-disabled={asked === "forward"}
        >
          Faire suivre les abonnés
        </button>
      </div>
    </Form>
  )
}
