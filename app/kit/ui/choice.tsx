import { Link } from "react-router"

type Props = {
  label: string
  /** By what the address has. */
  options: Record<string, string>
  chosen: string
  addressOf: (value: string) => string
}

/** One of several views of the same, each with an address. */
export function Choice({ label, options, chosen, addressOf }: Props) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {Object.entries(options).map(([value, name]) => (
        <Link
          key={value}
          to={addressOf(value)}
          preventScrollReset
          aria-current={value === chosen ? "page" : undefined}
          className="office-button aria-[current]:underline"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
