import { Form, useNavigation } from "react-router"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import type { Finding } from "#app/podcast/migration/look/feed-findings.ts"
import { FindingList } from "#app/podcast/migration/look/finding-list.tsx"
import type { oldSiteForm } from "./addresses.schema.ts"

type Props = {
  label: string
  /** What its button says. */
  looks: string
  response: FormResponse | undefined
  findings: Finding[] | undefined
}

/** Asks where the other site is, and says what of it and of this one is not on the other side. */
export function SiteForm({ label, looks, response, findings }: Props) {
  const { field } = fieldsOf<typeof oldSiteForm>(response)
  const isAsking = useNavigation().formData?.get("intent") === "look-site"
  return (
    <>
      <Form method="post" preventScrollReset noValidate className="mt-4 grid max-w-2xl gap-4">
        <HiddenFields fields={{ intent: "look-site" }} />
        <TextField label={label} {...field("site")} type="url" placeholder="https://" required />
        <div>
          <button type="submit" className="office-button" aria-disabled={isAsking}>
            {isAsking ? "Vérification…" : looks}
          </button>
        </div>
      </Form>
      <div role="status">{findings && <FindingList findings={findings} />}</div>
    </>
  )
}
