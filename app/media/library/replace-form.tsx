import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import type { Asking } from "#app/kit/form/asking.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { MediaField } from "#app/kit/form/media-field.tsx"
import { mediaKey, smallerPicture } from "#app/kit/lib/media.ts"
import { SoundField } from "#app/kit/form/sound-field.tsx"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { mediaIntents } from "./medium-form.schema.ts"
import type { ShownMedium } from "./medium.server.ts"

type Props = { medium: ShownMedium; response: FormResponse | null | undefined }

/** Puts another file into this one's place, wherever it is used. */
export function ReplaceForm({ medium, response }: Props) {
  const { id, kind } = medium
  const { field } = fieldsOf<(typeof mediaIntents)["replace"]>(response)
  const shared = {
    ...field("address"),
    label: "Nouveau média",
    hint: "Tout ce qui utilise ce média utilisera le nouveau. L’ancien reste ici, inutilisé.",
    required: true,
  }
  return (
    <Panel title="Remplacer">
      <EditForm response={response} aria-label="Remplacer ce média">
        <HiddenFields fields={{ intent: "replace", id: String(id) } satisfies Asking<typeof mediaIntents>} />
        {kind === "audio" ? (
          <SoundField {...shared} />
        ) : (
          <MediaField {...shared} kinds={[kind]}>
            {(address) =>
              kind === "image" &&
              mediaKey(address) && (
                <img
                  key={address}
                  src={smallerPicture(address, 640)}
                  alt=""
                  className="mt-2 max-h-48 max-w-full"
                />
              )
            }
          </MediaField>
        )}
        <div>
          <SubmitButton pendingText="Remplacement...">Remplacer</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}
