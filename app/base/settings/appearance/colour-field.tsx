import { useRef, useState } from "react"
import { FieldFrame } from "#app/kit/form/field-frame.tsx"
import { fillInput } from "#app/kit/form/fill-input.ts"
import { useField } from "#app/kit/form/use-field.ts"
import { readHex } from "./colours.ts"

type Props = {
  name: string
  label: string
  hint: string
  error?: string
  defaultValue: string
  /** Called with each colour that can be read, while one types or picks. */
  onColour: (hex: string) => void
}

/** A colour, typed as `#c3131f` or picked. Without scripts it is typed. */
export function ColourField({ onColour, error, ...props }: Props) {
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
