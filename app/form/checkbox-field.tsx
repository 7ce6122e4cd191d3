import { FieldNotes, type FieldProps, useField } from "./field-frame.tsx"

type Props = Omit<FieldProps, "required"> & { defaultChecked?: boolean }

/** On or off; sends `on`, or nothing. */
export function SwitchField(props: Props) {
  return <Tick {...props} isSwitch />
}

/** A box to tick; sends `on`, or nothing. */
export function CheckboxField(props: Props) {
  return <Tick {...props} />
}

function Tick({ label, error, hint, isSwitch, ...input }: Props & { isSwitch?: boolean }) {
  const { id, control } = useField({ error, hint })
  return (
    <div>
      <div className="flex min-h-11 items-center gap-3">
        <input
          {...input}
          {...control}
          type="checkbox"
          role={isSwitch ? "switch" : undefined}
          className={isSwitch ? "switch" : "tick"}
        />
        <label htmlFor={id} className="flex min-h-11 flex-1 cursor-pointer items-center font-semibold">
          {label}
        </label>
      </div>
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  )
}
