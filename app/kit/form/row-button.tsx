import { Icon, type IconName } from "#app/kit/ui/icon.tsx"

type Props = { id?: string; icon: IconName; label: string; isDisabled?: boolean; onClick: () => void }

/** A button of a row of a form's list, shown as an icon. */
export function RowButton({ id, icon, label, isDisabled = false, onClick }: Props) {
  return (
    <button
      id={id}
      type="button"
      aria-label={label}
      title={label.split(" ")[0]}
      // Not `disabled`: it would lose the focus at the end of the list.
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onClick()}
      className="form-row-button"
    >
      <Icon name={icon} />
    </button>
  )
}
