const LOOKS = {
  default: "border-ink bg-ink text-paper",
  secondary: "border-paper-dim bg-paper-shade text-ink",
  outline: "border-paper-ink text-ink",
}

type Props = { variant?: keyof typeof LOOKS; children: React.ReactNode }

export function Badge({ variant = "default", children }: Props) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-xs border px-2 py-0.5 text-sm font-semibold whitespace-nowrap ${LOOKS[variant]}`}
    >
      {children}
    </span>
  )
}
