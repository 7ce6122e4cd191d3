import { useRef, useState } from "react"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { TextArea, TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { useMediaSource } from "#app/kit/form/media-source.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { decodeText } from "#app/kit/lib/decode-text.ts"
import { MAX_TRANSCRIPT, READABLE_FILES } from "./formats/names.ts"

const FORMATS = `Un fichier de sous-titres, ou du texte\u00a0: son genre est reconnu. «\u00a0Awa\u00a0:\u00a0» au début d’une ligne dit qui parle, s’il revient au moins une fois (un seul «\u00a0Attention\u00a0:\u00a0» n’est personne)\u00a0; [12:34] dit quand.`

type Props = {
  /** Of what it is of. */
  id: number
  response: FormResponse | undefined
  intent?: string
  label?: string
  /** What the form does. */
  what?: string
  /** Asked before anything else. */
  children?: React.ReactNode
}
type Fields = { text: string; address: string }

/** A transcript from a file, the library, an address, or pasted. */
export function TakeTranscript({
  id,
  response,
  intent = "take",
  label = "Texte de la transcription",
  what = "Reprendre une transcription",
  children,
}: Props) {
  const { field } = fieldsOf<Fields>(response)
  const fields = useRef<HTMLDivElement>(null)
  const source = useMediaSource()
  const [news, setNews] = useState("")

  const fill = (name: keyof Fields, value: string) => {
    const input = fields.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${name}"]`)
    if (!input) return
    input.value = value
    // A script's change is silent: tell the form, as typing would.
    input.dispatchEvent(new Event("input", { bubbles: true }))
  }
  const read = async (file: File | undefined) => {
    if (!file) return
    if (file.size > 2 * MAX_TRANSCRIPT) return setNews(`${file.name} est trop gros pour une transcription.`)
    fill("text", decodeText(new Uint8Array(await file.arrayBuffer())))
    setNews(`${file.name} est lu\u00a0: vérifiez le texte, puis reprenez-le.`)
  }
  const choose = async () => {
    const [medium] = (await source?.pick({ kinds: ["text"] })) ?? []
    if (!medium) return
    fill("address", medium.address)
    setNews(`${medium.title} est choisi.`)
  }
  return (
    <EditForm response={response} aria-label={what}>
      <HiddenFields fields={{ intent, id: String(id) }} />
      <div ref={fields} className="grid gap-5">
        {children}
        <div className="flex flex-wrap items-center gap-3 noscript:hidden">
          <label className="office-button has-[:focus-visible]:outline-3">
            <Icon name="upload" />
            Lire un fichier
            <input
              type="file"
              accept={READABLE_FILES}
              onChange={(event) => void read(event.target.files?.[0])}
              className="sr-only"
            />
          </label>
          {source && (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => void choose()}
              className="office-button"
            >
              <Icon name="captions" />
              Choisir dans la médiathèque
            </button>
          )}
          <p role="status" className="text-sm text-paper-ink">
            {news}
          </p>
        </div>
        <TextArea label={label} {...field("text")} rows={8} hint={FORMATS} />
        <TextField
          label="Ou son adresse"
          {...field("address")}
          type="url"
          placeholder="https://…"
          hint="D’un fichier sur un autre site, ou de la médiathèque."
        />
      </div>
      <div>
        <SubmitButton pendingText="Lecture…">Reprendre ce texte</SubmitButton>
      </div>
    </EditForm>
  )
}
