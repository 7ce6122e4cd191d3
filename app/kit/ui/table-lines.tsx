type Props = { title: string; total: number; children: React.ReactNode[] }

/** Lines of a table that is going to be read, the first of them. */
export function TableLines({ title, total, children }: Props) {
  if (total === 0) return null
  return (
    <section className="mt-5">
      <h3 className="font-bold">{title}</h3>
      <ul className="mt-2">{children}</ul>
      {total > children.length && (
        <p className="mt-2">… et {(total - children.length).toLocaleString("fr-FR")} autres.</p>
      )}
    </section>
  )
}

export function TableLine({ line, children }: { line: number; children: React.ReactNode }) {
  return (
    <li className="border-t border-rule py-2 wrap-anywhere">
      <span className="text-paper-ink tabular-nums">Ligne {line} :</span> {children}
    </li>
  )
}
