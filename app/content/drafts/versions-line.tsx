import { use } from "react"
import { Link } from "react-router"
import { FoldedLine } from "#app/kit/ui/folded-line.tsx"
import type { Comparison, Piece } from "./compare.server.ts"
import { COMPARE, VERSION } from "./draft-parameters.ts"
import { FormDraftsContext } from "./form-drafts.ts"
import { useDraftAddress } from "./use-draft-address.ts"

/** The last saved states of the item in the form: who saved each and when, what changed since, and the way back. */
export function VersionsLine() {
  const drafts = use(FormDraftsContext)
  const address = useDraftAddress()
  if (!drafts || drafts.versions.length === 0) return null
  const { versions, compared, openedVersion } = drafts
  return (
    <FoldedLine
      icon="history"
      label="Versions"
      fact={versions.length}
      isOpen={compared !== undefined || openedVersion !== null}
    >
      {compared && (
        <section aria-label="Comparaison" className="mb-4">
          <p className="font-semibold">Du {compared.savedAt} à maintenant :</p>
          <ComparisonTable comparison={compared.fields} />
          <Link to={address({})} preventScrollReset className="office-button mt-3">
            Fermer la comparaison
          </Link>
        </section>
      )}
      <ol className="version-list">
        {versions.map(({ id, savedAt, savedBy }, index) => (
          <li
            key={id}
            className="version-row"
            aria-current={id === compared?.id || id === openedVersion?.id || undefined}
          >
            <p>
              {savedAt}
              <span className="block text-sm text-paper-ink">
                {index === 0 && "Version actuelle · "}
                {savedBy ?? "Auteur inconnu"}
              </span>
            </p>
            {index > 0 && (
              <div className="row-actions">
                <Link to={address({ [COMPARE]: id })} preventScrollReset className="office-button">
                  Comparer<span className="sr-only"> : version du {savedAt}</span>
                </Link>
                <Link to={address({ [VERSION]: id })} preventScrollReset className="office-button">
                  Revenir à cette version<span className="sr-only"> du {savedAt}</span>
                </Link>
              </div>
            )}
          </li>
        ))}
      </ol>
    </FoldedLine>
  )
}

/** Field by field, the words that came and went. */
function ComparisonTable({ comparison }: { comparison: Comparison }) {
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
