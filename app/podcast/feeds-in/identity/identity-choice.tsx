import { useId } from "react"
import type { IdentityOffer } from "./identity.ts"

type Props = { offer: IdentityOffer; isTaken: boolean; onTake: (isTaken: boolean) => void }

/** Whether the podcast moves in with its name, and what that would change, setting by setting. */
export function IdentityChoice({ offer, isTaken, onTake }: Props) {
  const { changes, coverUrl, left, clearsExample, isOn } = offer
  const id = useId()
  return (
    <section aria-label="Le podcast" className="border-y border-rule py-4">
      <div className="flex min-h-11 items-start gap-3">
        <input
          id={id}
          type="checkbox"
          checked={isTaken}
          onChange={(event) => onTake(event.currentTarget.checked)}
          aria-describedby={`${id}-hint`}
          className="tick mt-0.5"
        />
        <label htmlFor={id} className="min-w-0 flex-1 cursor-pointer font-semibold">
          Reprendre aussi le nom, la description, la couverture, l’auteur, les catégories, la langue
        </label>
      </div>
      <p id={`${id}-hint`} className="ml-8.5 max-w-prose text-sm text-paper-ink">
        {isOn &&
          "Personne n’a encore donné son nom à ce site\u00a0: sans cela, son flux ne sera pas public. "}
        Ce que le flux ne dit pas reste comme il est
        {clearsExample && ", sauf ce qui est arrivé avec le site (slogan, chiffres, hôtes…), qui s’efface"}.
      </p>
      <details className="ml-8.5" open={isOn}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline">
          Voir ce qui changerait pour le podcast
        </summary>
        <dl className={`grid gap-3 ${isTaken ? "" : "text-paper-ink"}`}>
          {coverUrl && (
            <div className="grid gap-x-6 sm:grid-cols-[12rem_1fr]">
              <dt className="font-semibold">Couverture</dt>
              <dd>
                <img src={coverUrl} alt="Couverture selon le flux" className="size-24 bg-rule object-cover" />
                <span className="text-sm break-all text-paper-ink">{coverUrl}</span>
              </dd>
            </div>
          )}
          {changes.map(({ label, before, after }) => (
            <div key={label} className="grid gap-x-6 sm:grid-cols-[12rem_1fr]">
              <dt className="font-semibold">{label}</dt>
              <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
                <ins className="line-clamp-4 no-underline">{after}</ins>
                {before && (
                  <del className="mt-0.5 line-clamp-2 text-sm text-paper-ink">
                    <span className="sr-only">Avant&nbsp;: </span>
                    {before}
                  </del>
                )}
              </dd>
            </div>
          ))}
        </dl>
        {left.length > 0 && (
          <p className="mt-3 text-sm break-words">
            <strong>Pas repris&nbsp;:</strong> {left.join(" ")}
          </p>
        )}
      </details>
    </section>
  )
}
