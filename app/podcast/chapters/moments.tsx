type Props = {
  id: string
  title: string
  /** A list's. */
  children: React.ReactNode
}

/** Moments of an episode, on its page. */
export function Moments({ id, title, children }: Props) {
  return (
    <section className="wrap pt-12" aria-labelledby={id}>
      <div className="mx-auto max-w-4xl">
        <h2 id={id} className="poster text-poster-sm">
          {title}
        </h2>
        <ol className="chapters">{children}</ol>
      </div>
    </section>
  )
}
