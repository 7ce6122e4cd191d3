type Props = { title: string; intro?: string; children?: React.ReactNode }

/** The head of a list page: a poster-sized title, and what steers the list. */
export function PageHeading({ title, intro, children }: Props) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6 border-b-4 border-blood pb-6">
      <div className="min-w-0">
        <h1 className="poster text-poster-lg break-words">{title}</h1>
        {intro && <p className="mt-2 max-w-2xl text-lg text-paper-dim">{intro}</p>}
      </div>
      {children}
    </div>
  )
}
