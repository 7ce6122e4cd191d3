import { Icon, type IconName } from "./icon.tsx"

type Props = {
  icon: IconName
  label: string
  /** At its end: how many, or what for. */
  fact: React.ReactNode
  isOpen?: boolean
  children: React.ReactNode
}

/** A line that opens what it is about below itself. */
export function FoldedLine({ icon, label, fact, isOpen, children }: Props) {
  return (
    <details open={isOpen} className="item-fold">
      <summary className="item-link">
        <Icon name={icon} />
        {label} <span className="item-link-fact">{fact}</span>
      </summary>
      <div className="item-folded">{children}</div>
    </details>
  )
}
