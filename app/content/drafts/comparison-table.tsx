import type { Comparison, Piece } from "./compare.server.ts"

/** Field by field, the words that came and went. */
export function ComparisonTable({ comparison }: { comparison: Comparison }) {
  if (comparison.length === 0) return <p className="mt-2">Rien n’a changé depuis.</p>
  return (
    <dl className="comparison">
      {comparison.map(({ name, label, pieces }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {pieces.map((piece, index) => (
              <Changed key={index} {...piece} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Changed({ text, kind }: Piece) {
  if (kind === "added") return <ins>{text}</ins>
  return kind === "removed" ? <del>{text}</del> : <span>{text}</span>
}
