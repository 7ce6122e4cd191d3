import { spell } from "#app/kit/ui/charts/scale.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import type { Preview } from "./preview.server.ts"

type Props = {
  preview: Preview
  /** The button that imports it. */
  children: React.ReactNode
}

/** What a table would bring along, and what of it would be left out. */
export function FiguresPreview({ preview, children }: Props) {
  const { name, count, episodes, first, last, wrong, wrongCount, missing, missingCount } = preview
  return (
    <Panel title="Ce qui serait importé">
      <p role="status">
        {count === 0 ? (
          "Rien\u00a0: ce tableau ne contient aucun téléchargement d’un épisode de ce site."
        ) : (
          <>
            <strong>{spell(count)} téléchargements</strong> d’après {name}, du {writeDay(first)} au{" "}
            {writeDay(last)},{" "}
            {episodes > 0
              ? `de ${spell(episodes)} ${episodes > 1 ? "épisodes" : "épisode"}`
              : "tous les épisodes ensemble"}
            .
          </>
        )}
      </p>
      {missingCount > 0 && (
        <Left
          title={`Épisodes non trouvés (${spell(missingCount)} ${missingCount > 1 ? "lignes laissées" : "ligne laissée"} de côté)`}
        >
          {missing.map((one) => (
            <li key={one} className="border-t border-rule py-2 wrap-anywhere">
              {one}
            </li>
          ))}
        </Left>
      )}
      {wrongCount > 0 && (
        <Left title={`Lignes illisibles\u00a0: ${spell(wrongCount)}`}>
          {wrong.map(({ line, problem }, index) => (
            <li key={`${line} ${index}`} className="border-t border-rule py-2">
              Ligne {spell(line)}
              {"\u00a0: "}
              {problem}
            </li>
          ))}
        </Left>
      )}
      {count > 0 && <div className="mt-5">{children}</div>}
    </Panel>
  )
}

/** « 20/11/2026 » @param day as ISO has it */
export const writeDay = (day: string) => day.split("-").toReversed().join("/")

function Left({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="font-bold">{title}</h3>
      <ul className="mt-2">{children}</ul>
    </section>
  )
}
