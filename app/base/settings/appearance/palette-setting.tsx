import { useId, useRef, useState } from "react"
import { FieldFrame, FieldNotes } from "#app/kit/form/field-frame.tsx"
import { fillInput } from "#app/kit/form/fill-input.ts"
import { useField } from "#app/kit/form/use-field.ts"
import type { FieldErrors } from "#app/kit/http/forms.server.ts"
import { checkPalette, PALETTE_WORDS, spellRatio } from "./check-palette.ts"
import { readHex } from "./colours.ts"
import { DEFAULT_FACE } from "./faces.ts"
import { chosenPairs } from "./pairs.ts"
import { DEFAULT_PALETTE, LARGE, type Palette, PALETTE_FIELDS, type PaletteField } from "./palette.ts"
import { PALETTES, sameColours } from "./palettes.ts"
import { SITE_PREVIEW } from "../preview.ts"
import { makeReadable } from "./readable.ts"

type Props = {
  name: string
  label: string
  hint?: string
  values: Record<string, string>
  errors: FieldErrors
}

/** Ready palettes, and four colours to type or to pick, with what can be read of them told at once. */
export function PaletteSetting({ name, label, hint, values, errors }: Props) {
  const id = useId()
  const inputs = useRef<HTMLFieldSetElement>(null)
  const initial = (field: PaletteField) => values[`${name}.${field}`] ?? DEFAULT_PALETTE[field]
  const [palette, setPalette] = useState<Palette>(() => {
    const read = (field: PaletteField) => readHex(initial(field)) ?? DEFAULT_PALETTE[field]
    return { ink: read("ink"), paper: read("paper"), blood: read("blood"), gold: read("gold") }
  })
  const problems = checkPalette(palette)
  // As it was filled, not while one chooses: nothing closes under somebody's hands.
  const [isOwn] = useState(() => !PALETTES.some(({ colours }) => sameColours(colours, palette)))
  const hasErrors = PALETTE_FIELDS.some((field) => errors[`${name}.${field}`])

  /** As if it was typed: nothing is saved, and the preview follows. */
  const fill = (colours: Palette) => {
    for (const field of PALETTE_FIELDS) {
      const input = inputs.current?.querySelector<HTMLInputElement>(`[name="${name}.${field}"]`)
      if (input && readHex(input.value) !== colours[field]) fillInput(input, colours[field])
    }
  }

  const backToPoster = () => {
    fill(DEFAULT_PALETTE)
    const controls = inputs.current?.form?.elements
    const face = controls?.namedItem("face")
    if (face instanceof HTMLSelectElement) {
      face.value = DEFAULT_FACE
      face.dispatchEvent(new Event("change", { bubbles: true }))
    }
    const picture = controls?.namedItem("heroPicture")
    if (picture instanceof HTMLInputElement && picture.value !== "") fillInput(picture, "")
  }

  return (
    <fieldset ref={inputs} aria-describedby={hint && `${id}-hint`}>
      <legend className="mb-1 font-semibold">{label}</legend>
      <FieldNotes id={id} hint={hint} />
      <ul aria-label="Palettes" className="palettes noscript:hidden">
        {PALETTES.map(({ name: label, colours }) => (
          <li key={label}>
            <button
              type="button"
              aria-pressed={sameColours(colours, palette)}
              onClick={() => fill(colours)}
              className="palette-button"
            >
              <span aria-hidden="true" className="palette-colours">
                {PALETTE_FIELDS.map((field) => (
                  <span key={field} style={{ background: colours[field] }} />
                ))}
              </span>
              {label}
            </button>
          </li>
        ))}
      </ul>
      <details open={isOwn || hasErrors} className="mt-3">
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
          Choisir les couleurs une à une
        </summary>
        <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4">
          {PALETTE_FIELDS.map((field) => (
            <ColourField
              key={field}
              name={`${name}.${field}`}
              label={PALETTE_WORDS[field].label}
              hint={USES[field]}
              error={errors[`${name}.${field}`]}
              defaultValue={initial(field)}
              onColour={(hex) => setPalette((now) => ({ ...now, [field]: hex }))}
            />
          ))}
        </div>
        {/* Whoever has no scripts has no live preview. */}
        <noscript>
          <button
            type="submit"
            formAction={SITE_PREVIEW}
            formMethod="get"
            formTarget="_blank"
            className="office-button mt-3"
          >
            Voir l’aperçu
          </button>
        </noscript>
        <div className="noscript:hidden">
          <ContrastList palette={palette} />
          <div role="status" className="mt-3 text-sm">
            {problems.length === 0 ? (
              <p>Tout se lit : ces couleurs peuvent être enregistrées.</p>
            ) : (
              <ul className="grid gap-1 font-semibold text-blood-dark">
                {problems.map(({ message }) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            )}
          </div>
          <div className="mt-3 flex flex-wrap gap-2">
            {problems.length > 0 && (
              <button type="button" onClick={() => fill(makeReadable(palette))} className="office-button">
                Rendre lisible
              </button>
            )}
            <button type="button" onClick={backToPoster} className="office-button">
              Revenir à l’affiche d’origine
            </button>
          </div>
        </div>
      </details>
    </fieldset>
  )
}

const USES: Record<PaletteField, string> = {
  ink: "Derrière les pages ; le texte sur le papier.",
  paper: "Les feuilles et les cartes ; le texte sur le fond.",
  blood: "Boutons, cordes et soleil de l’affiche.",
  gold: "Chiffres, petits titres et liens sur le fond.",
}

type ColourFieldProps = {
  name: string
  label: string
  hint: string
  error?: string
  defaultValue: string
  /** Called with each colour that can be read, while one types or picks. */
  onColour: (hex: string) => void
}

/** A colour, typed as `#c3131f` or picked. Without scripts it is typed. */
function ColourField({ onColour, error, ...props }: ColourFieldProps) {
  const [isTyped, setIsTyped] = useState(false)
  // What the server said was of another colour.
  const { frame, control } = useField({ ...props, error: isTyped ? undefined : error })
  const input = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(() => readHex(props.defaultValue) ?? "#000000")
  return (
    <FieldFrame {...frame}>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={`${props.label} : choisir`}
          value={shown}
          onChange={(event) => input.current && fillInput(input.current, event.currentTarget.value)}
          className="size-11 flex-none cursor-pointer border border-paper-ink bg-sheet p-1 noscript:hidden"
        />
        <input
          {...control}
          ref={input}
          type="text"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          onInput={(event) => {
            setIsTyped(true)
            const hex = readHex(event.currentTarget.value)
            if (hex === undefined) return
            setShown(hex)
            onColour(hex)
          }}
          className="control min-w-0 font-mono"
        />
      </div>
    </FieldFrame>
  )
}

/** How well each colour stands out from what it stands on, with what that looks like. */
function ContrastList({ palette }: { palette: Palette }) {
  return (
    <ul className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-2 text-sm">
      {chosenPairs(palette).map(({ fields, ratio, least }) => {
        const [on, ground] = fields
        const passes = ratio >= least
        return (
          <li key={fields.join()} className="flex items-center gap-3">
            <span
              aria-hidden="true"
              style={{ color: palette[on], background: palette[ground] }}
              className={`poster grid h-11 w-16 flex-none place-items-center border border-rule ${least === LARGE ? "text-2xl" : "text-base"}`}
            >
              Aa
            </span>
            <span>
              {PALETTE_WORDS[on].label} sur {PALETTE_WORDS[ground].label.toLowerCase()}
              <br />
              <strong className={passes ? "" : "text-blood-dark"}>
                {spellRatio(ratio)} {passes ? "✓ lisible" : `✗ il faut ${spellRatio(least)}`}
              </strong>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
