import { data } from "react-router"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { showToast } from "#app/kit/http/client-toast.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { BadgeLink } from "#app/kit/ui/badge-link.tsx"
import type { Missing } from "#app/kit/ui/missing-page.tsx"
import { PageHeading } from "#app/kit/ui/page-heading.tsx"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { episodeAddress, integrateAddress } from "../player/link-times.ts"
import { copyLink, copyText } from "../player/share.ts"
import { formatTime } from "../player/times.ts"
import type { Route } from "./+types/integrate.route"
import { EMBED_HEIGHTS, EMBED_THEMES } from "./embed-addresses.ts"
import { findEmbedded } from "./embeds.server.ts"
import {
  chosenAddress,
  CONTENT_LABELS,
  frameCode,
  HEIGHT_LABELS,
  parseChosen,
  playerAddress,
  THEME_LABELS,
} from "./integrate.ts"

export const handle = {
  cache: {
    parameters: ["quoi", "hauteur", "theme", "debut"],
    shows: ["episodes", "settings/embeds.where", "settings/embeds.sites"],
  },
} satisfies CachedPage

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { where, sites } = siteSettings().embeds
  const found = where === "nowhere" ? undefined : await findEmbedded(parseId(params.id) ?? 0)
  if (!found?.audioUrl) throw data(MISSING, { status: 404 })
  const { id, title, season, chapters } = found
  const chosen = parseChosen(url.searchParams, { season, chapters })
  return {
    ...{ episode: { id, title, season }, chosen },
    site: context.get(publicUrlContext),
    sites: where === "sites" ? sites.split("\n").filter(Boolean) : [],
  }
}

const MISSING: Missing = {
  title: "Rien à intégrer ici",
  text: "Cet épisode n’existe pas, ne s’écoute pas sur ce site, ou ne se montre pas ailleurs.",
  backTo: "/episodes",
  backLabel: "Tous les épisodes",
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { id, title } = loaderData.episode
  return pageMeta(matches, {
    title: `Intégrer\u00a0: ${title}`,
    description: `Le lecteur de «\u00a0${title}\u00a0» pour votre site.`,
    path: integrateAddress(id),
    noIndex: true,
  })
}

/** The player of an episode for other sites: how it looks there, and what to copy. */
export default function Integrate({ loaderData: { episode, chosen, site, sites } }: Route.ComponentProps) {
  const { content, height, theme, start } = chosen
  const path = playerAddress(episode, chosen)
  const title = content === "episode" ? episode.title : CONTENT_LABELS[content](episode)
  const page = content === "latest" ? "/" : episodeAddress(episode.id, start)
  const code = frameCode(site + path, title, { height })
  const leadTo = (change: Partial<typeof chosen>) => chosenAddress(episode.id, { ...chosen, ...change })
  return (
    <div className="wrap pt-10 md:pt-16">
      <PageHeading
        title="Intégrer"
        intro="Le lecteur dans une page de votre site ou de votre blog, d’un copier-coller."
      />
      <p className="mt-4">
        <PageLink
          to={episodeAddress(episode.id)}
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {episode.title}
        </PageLink>
      </p>
      <div className="mt-6 grid grid-cols-1 items-start gap-x-14 gap-y-10 lg:grid-cols-[3fr_2fr]">
        <section aria-label="Aperçu">
          <iframe
            key={path}
            src={path}
            title={`Lecteur\u00a0: ${title}`}
            height={height}
            className="block w-full max-w-[640px] border-0"
          />
        </section>
        <div className="flex flex-col gap-6">
          <Choices
            label="Contenu"
            options={(
              ["episode", "latest", ...(episode.season === null ? [] : ["season" as const])] as const
            ).map((value) => ({
              label: CONTENT_LABELS[value](episode),
              isChosen: value === content,
              to: leadTo({ content: value, start: 0 }),
            }))}
          />
          <Choices
            label="Taille"
            options={EMBED_HEIGHTS.map((value) => ({
              label: value === 420 && content === "season" ? "Avec la liste" : HEIGHT_LABELS[value],
              isChosen: value === height,
              to: leadTo({ height: value }),
            }))}
          />
          <Choices
            label="Couleurs"
            options={EMBED_THEMES.map((value) => ({
              label: THEME_LABELS[value],
              isChosen: value === theme,
              to: leadTo({ theme: value }),
            }))}
          />
          {content === "episode" && <Start chosen={chosen} path={integrateAddress(episode.id)} />}
        </div>
      </div>
      <div className="mt-10 max-w-3xl">
        <Taken label="Code à copier" text={code} button="Copier le code" onCopy={() => void copyCode(code)} />
        {content !== "season" && (
          <Taken
            label="Ou le lien seul, là où l’éditeur en fait un lecteur (WordPress, Ghost)"
            text={site + page}
            button="Copier le lien"
            onCopy={() => void copyLink(page)}
          />
        )}
        {sites.length > 0 && (
          <p className="mt-6 text-paper-dim">Le lecteur ne se montre que sur {LIST.format(sites)}.</p>
        )}
      </div>
    </div>
  )
}

async function copyCode(code: string) {
  showToast(
    (await copyText(code))
      ? { kind: "success", title: "Code copié" }
      : {
          kind: "error",
          title: "Copie impossible",
          description: "Prenez le code à la main, dans son cadre.",
        },
  )
}

const LIST = new Intl.ListFormat("fr")

type ChoicesProps = { label: string; options: { label: string; isChosen: boolean; to: string }[] }

function Choices({ label, options }: ChoicesProps) {
  return (
    <nav aria-label={label}>
      <p className="font-semibold">{label}</p>
      <p className="mt-1.5 flex flex-wrap gap-2">
        {options.map(({ to, isChosen, ...option }) => (
          <BadgeLink key={to} to={to} isActive={isChosen}>
            {option.label}
          </BadgeLink>
        ))}
      </p>
    </nav>
  )
}

type StartProps = { chosen: ReturnType<typeof parseChosen>; path: string }

function Start({ chosen: { height, theme, start, isWrong }, path }: StartProps) {
  return (
    <form action={path}>
      <input type="hidden" name="hauteur" value={height} />
      <input type="hidden" name="theme" value={theme} />
      <label htmlFor="debut" className="font-semibold">
        Début
      </label>
      <div className="mt-1.5 flex gap-2">
        <input
          key={start}
          id="debut"
          name="debut"
          defaultValue={start > 0 ? formatTime(start) : ""}
          placeholder="12:34"
          aria-describedby={isWrong ? "debut-faux" : undefined}
          aria-invalid={isWrong || undefined}
          className="h-12 w-32 border-2 border-ink bg-paper-lit px-3 text-ink"
        />
        <button type="submit" className="button button-paper">
          Régler
        </button>
      </div>
      {isWrong && (
        <p id="debut-faux" role="alert" className="mt-2 text-gold">
          «&nbsp;Début&nbsp;»&nbsp;: minutes et secondes, comme 12:34.
        </p>
      )}
    </form>
  )
}

type TakenProps = { label: string; text: string; button: string; onCopy: () => void }

/** A text to take: by a button, or by hand where there are no scripts. */
function Taken({ label, text, button, onCopy }: TakenProps) {
  return (
    <div className="mt-5">
      <label className="block">
        <span className="font-semibold">{label}</span>
        <textarea
          readOnly
          rows={1}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          className="mt-1.5 block field-sizing-content w-full resize-none border-2 border-ink bg-paper-lit px-3 py-2.5 font-mono text-sm break-all text-ink"
        />
      </label>
      <button
        type="button"
        data-scripted
        onClick={onCopy}
        className="button button-blood mt-3 noscript:hidden"
      >
        {button}
      </button>
    </div>
  )
}
