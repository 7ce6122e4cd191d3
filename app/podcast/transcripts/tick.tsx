type Props = { label: string; isOn: boolean; onTick: (isOn: boolean) => void; look?: string }

/** A box that is ticked, in tools that are no form. */
export function Tick({ label, isOn, onTick, look = "flex-none" }: Props) {
  return (
    <label className="flex min-h-11 items-center gap-2">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onTick(event.target.checked)}
        className={`size-6 ${look}`}
      />
      {label}
    </label>
  )
}
