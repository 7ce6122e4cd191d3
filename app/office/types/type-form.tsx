import type { FormPlace, ShownType } from "#app/content/managed-type.ts"
import type { ListView } from "#app/content/lists/list-view.ts"
import type { ShownFields } from "#app/kit/form/field-facts.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { FORMS } from "./forms.ts"

type Props = {
  /** What `loadManager` or `loadItem` found. */
  page: {
    type: ShownType
    edited: object | null
    fields: ShownFields
    filled?: FormResponse
    view: ListView
    formShows?: object
  }
  place: FormPlace
  response: FormResponse | null | undefined
}

/** The form of a type, with the item in it. */
export function TypeForm({ page, place, response }: Props) {
  const { type, edited, fields, filled, view, formShows } = page
  const { key, ...shown } = { key: undefined, ...formShows }
  const Form = FORMS[type.path]
  return (
    Form && (
      <Form
        key={key}
        edited={edited}
        fields={fields}
        response={response ?? filled}
        path={type.path}
        view={view}
        place={place}
        {...shown}
      />
    )
  )
}
