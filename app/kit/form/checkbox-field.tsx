import { FieldNotes } from "./field-frame.tsx"
import { type FieldProps, useField } from "./use-field.ts"

type Props = Omit<FieldProps, "required" | "className"> & { defaultChecked?: boolean }

/** On or off; sends `on`, or nothing. */
export function SwitchField(props: Props) {
  return <Tick {...props} isSwitch />
}

/** A box to tick; sends `on`, or nothing. */
export function CheckboxField(props: Props) {
  return <Tick {...props} />
}

function Tick({ isSwitch, ...props }: Props & { isSwitch?: boolean }) {
  const { frame, control } = useField(props)
  return (
    <div>
      <div className="flex min-h-11 items-center gap-3">
        <input
          {...control}
          type="checkbox"
          role={isSwitch ? "switch" : undefined}
          className={isSwitch ? "switch" : "tick"}
        />
        <label htmlFor={frame.id} className="flex min-h-11 flex-1 cursor-pointer items-center font-semibold">
          {frame.label}
        </label>
      </div>
      <FieldNotes {...frame} />
    </div>
  )
}
