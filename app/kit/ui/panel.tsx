import { useId } from "react"

type Props = {
  /** For links that lead here, and the focus with them. */
  id?: string
  title: string
  /** 2 unless the card stands under another one's title. */
  headingLevel?: 1 | 2 | 3
  /** Beside the title: a count, a button. */
  aside?: React.ReactNode
  /** Its content has lines of its own: there is no card around it. */
  isPlain?: boolean
  className?: string
  children: React.ReactNode
}

/** A card of the back office. */
export function Panel({
  id,
  title,
  headingLevel = 2,
  aside,
  isPlain = false,
  className = "",
  children,
}: Props) {
  const titleId = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={titleId}
      className={`scroll-mt-4 outline-none ${isPlain ? "" : "rounded-xs border border-rule bg-sheet"} ${className}`}
    >
      <div
        className={`panel-head flex flex-wrap items-center gap-x-4 gap-y-2 ${isPlain ? "pb-1 has-[.office-button]:pb-2" : "min-h-14 border-b border-rule px-4 py-2 md:px-5"}`}
      >
        <Heading
          id={titleId}
          className={`mr-auto min-w-0 scroll-mt-6 break-words ${isPlain ? "font-semibold" : "poster text-xl tracking-wide"}`}
        >
          {title}
        </Heading>
        {aside}
      </div>
      <div className={isPlain ? "" : "p-4 md:p-5"}>{children}</div>
    </section>
  )
}
