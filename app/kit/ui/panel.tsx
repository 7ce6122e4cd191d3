import { useId } from "react"

type Props = {
  /** For links that lead here, and the focus with them. */
  id?: string
  title: string
  /** 2 unless the card stands under another one's title. */
  headingLevel?: 1 | 2 | 3
  /** Beside the title: a count, a button. */
  aside?: React.ReactNode
  className?: string
  children: React.ReactNode
}

/** A card of the back office. */
export function Panel({ id, title, headingLevel = 2, aside, className = "", children }: Props) {
  const titleId = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={titleId}
      className={`scroll-mt-4 rounded-xs border border-rule bg-sheet outline-none ${className}`}
    >
      <div className="panel-head flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule px-4 py-2 md:px-5">
        <Heading id={titleId} className="poster min-w-0 scroll-mt-6 text-xl tracking-wide break-words">
          {title}
        </Heading>
        {aside}
      </div>
      <div className="p-4 md:p-5">{children}</div>
    </section>
  )
}
