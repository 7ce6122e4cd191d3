import { Link } from "react-router"
import { formatCount } from "#app/content/lists/list-type.ts"
import { SUBSCRIBERS } from "./subscriber-list.ts"

type Props = { counts: { all: number; waiting: number; refused: number } }

/** Who gets letters and who does not, above the list, each with the way to those people. */
export function SubscriberCounts({ counts: { all, waiting, refused } }: Props) {
  const parts = [
    {
      state: "confirme",
      count: all - waiting - refused,
      nouns: ["reçoit les lettres", "reçoivent les lettres"],
    },
    { state: "attente", count: waiting, nouns: ["doit encore confirmer", "doivent encore confirmer"] },
    { state: "refuse", count: refused, nouns: ["a une adresse refusée", "ont une adresse refusée"] },
  ].filter(({ count }) => count > 0)
  return (
    <p className="mt-2">
      {parts.map(({ state, count, nouns }, index) => (
        <span key={state}>
          {index > 0 && ", "}
          <Link to={`${SUBSCRIBERS.path}?etat=${state}`} className="underline">
            {formatCount(count)} {nouns[count > 1 ? 1 : 0]}
          </Link>
        </span>
      ))}
      {parts.length > 0 && ". "}
      <Link to={`${SUBSCRIBERS.path}/growth`} className="underline">
        Voir l’évolution
      </Link>
    </p>
  )
}
