import { useState } from "react"
import { useLocation } from "react-router"
import type { Asking } from "#app/kit/form/asking.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextArea, TextField } from "#app/kit/form/field.tsx"
import { labelledFieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { Badge } from "#app/kit/ui/badge.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { FocalPointField } from "./focal-point-field.tsx"
import type { mediumIntents, mediumSchema } from "./medium-form.schema.ts"
import { MediumThumbnail } from "./medium-thumbnail.tsx"
import type { ShownMedium } from "./medium.server.ts"

type Props = { medium: ShownMedium; response: FormResponse | null | undefined }

/** What a host writes about a medium, below what it shows. */
export function MediumForm({ medium, response }: Props) {
  const { field } = labelledFieldsOf<typeof mediumSchema>(medium.fields, response, medium)
  const version = useVersion(medium.version)
  const isPicture = medium.kind === "image" && medium.state === "ready"
  const [x, y] = [field("focalX"), field("focalY")]
  return (
    <Panel title="Description">
      <EditForm response={response} aria-label="Description">
        <HiddenFields fields={{ intent: "save" } satisfies Asking<typeof mediumIntents>} />
        <HiddenFields fields={{ id: String(medium.id), version: String(response?.version ?? version) }} />
        {isPicture ? (
          <FocalPointField x={x} y={y} address={medium.preview} alt={medium.alt} />
        ) : (
          <>
            <MediumPreview medium={medium} />
            {[x, y].map(({ name, defaultValue }) => (
              <input key={name} type="hidden" name={name} value={defaultValue} />
            ))}
          </>
        )}
        <TextField {...field("title")} />
        {medium.kind === "image" && (
          <TextArea
            {...field("alt")}
            rows={3}
            hint="Ce que montre l’image, pour qui ne la voit pas. Laissez vide ce qui ne fait que décorer."
          />
        )}
        <div>
          <SubmitButton pendingText="Enregistrement...">Mettre à jour</SubmitButton>
        </div>
      </EditForm>
    </Panel>
  )
}

/**
 * The version that the form was filled from. The page follows the media worker meanwhile: what somebody else saved is not
 * taken for it.
 */
function useVersion(version: number) {
  const { key } = useLocation()
  const [filled, setFilled] = useState({ key, version })
  if (filled.key !== key) setFilled({ key, version })
  return filled.version
}

/** What a medium shows or plays, once it is ready. */
function MediumPreview({ medium }: { medium: ShownMedium }) {
  const { kind, state, failure, address, title, waveform } = medium
  if (state === "failed") return <p className="office-alert break-words text-blood-dark">{failure}</p>
  if (state !== "ready")
    return (
      <p>
        <Badge variant="secondary">En préparation…</Badge>
      </p>
    )
  if (kind === "audio") {
    return (
      <div className="grid gap-2">
        {waveform && <Waveform peaks={waveform} />}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- What is heard is not written down. */}
        <audio
          controls
          preload="metadata"
          src={address}
          aria-label={`Écouter ${title}`}
          className="h-11 w-full"
        />
      </div>
    )
  }
  if (kind === "video") {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- Its subtitles, if any, are another medium.
      <video
        controls
        preload="metadata"
        src={address}
        aria-label={`Voir ${title}`}
        className="max-h-96 w-full bg-[#100d0c]"
      />
    )
  }
  return (
    <a href={address} className="flex w-40 flex-col gap-1 underline">
      <MediumThumbnail kind={kind} address={null} />
      Ouvrir le fichier
    </a>
  )
}

const WIDTH = 600
const HEIGHT = 64

/** How loud a sound is from its beginning to its end. @param peaks from 0 to 255, in base64 */
function Waveform({ peaks }: { peaks: string }) {
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-16 w-full text-blood"
    >
      <path d={pathOf(peaks)} fill="currentColor" />
    </svg>
  )
}

function pathOf(peaks: string) {
  const levels = Array.from(atob(peaks), (sign) => sign.charCodeAt(0))
  const points = levels.map((level, index) => ({
    x: ((index + 0.5) / levels.length) * WIDTH,
    half: Math.max(0.5, (level / 255) * (HEIGHT / 2)),
  }))
  const above = points.map(({ x, half }) => `${x.toFixed(1)},${(HEIGHT / 2 - half).toFixed(1)}`)
  const below = points.toReversed().map(({ x, half }) => `${x.toFixed(1)},${(HEIGHT / 2 + half).toFixed(1)}`)
  return points.length > 0 ? `M${[...above, ...below].join("L")}Z` : ""
}
