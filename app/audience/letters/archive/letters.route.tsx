import { data } from "react-router"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { CachedPage } from "#app/content/cached-page.ts"
import { loadPublicList } from "#app/kit/http/public-list.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { parsePageNumber } from "#app/kit/lib/numbers.ts"
import { toPage } from "#app/kit/lib/paging.ts"
import { EmptyText } from "#app/kit/ui/empty-text.tsx"
import { MoreLink } from "#app/kit/ui/more-link.tsx"
import { PageHeading } from "#app/kit/ui/page-heading.tsx"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { useMore } from "#app/kit/ui/use-more.ts"
import { ARCHIVE, letterAddress } from "./archive-addresses.ts"
import { archiveFeedLink } from "./archive-feed-link.ts"
import type { Route } from "./+types/letters.route"
import { type ArchivedLetter, listPublishedLetters } from "./published-letters.server.ts"

export const handle = { cache: { parameters: ["page"], shows: ["letters"] } } satisfies CachedPage

const LETTERS_PER_PAGE = 20

export async function loader({ url }: Route.LoaderArgs) {
  const number = parsePageNumber(url.searchParams.get("page"))
  const { items, status } = await loadPublicList(
    listPublishedLetters({ limit: LETTERS_PER_PAGE + 1, offset: (number - 1) * LETTERS_PER_PAGE }),
  )
  if (items.length === 0 && number > 1 && status === 200) throw redirectTo(ARCHIVE)
  return data({ number, page: toPage(items, LETTERS_PER_PAGE, number, url) }, { status })
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const number = loaderData?.number ?? 1
  const { name, pageNames } = matches[0].loaderData.podcast
  const title = pageNames[ARCHIVE] ?? "Lettres"
  return [
    ...pageMeta(matches, {
      title: number > 1 ? `${title}, page ${number}` : title,
      description: `Les lettres ${ofName(name)} à ses abonnés, à lire et à relire.`,
      path: number > 1 ? `${ARCHIVE}?page=${number}` : ARCHIVE,
      breadcrumb: [{ name: "Lettres", path: ARCHIVE }],
    }),
    archiveFeedLink(name),
  ]
}

export default function Letters({ loaderData: { page } }: Route.ComponentProps) {
  const { items, ...more } = useMore(page)
  const { pageNames } = usePodcast()
  return (
    <div className="wrap pt-10 md:pt-16">
      <PageHeading title={pageNames[ARCHIVE] ?? "Lettres"} intro="Ce que nous écrivons à nos abonnés.">
        <PageLink to="/newsletter" className="button button-paper">
          Recevoir les prochaines
        </PageLink>
      </PageHeading>
      {items.length === 0 ? (
        <EmptyText>Aucune lettre pour le moment.</EmptyText>
      ) : (
        <ol className="mt-10 grid grid-cols-1 gap-6">
          {items.map((letter) => (
            <li key={letter.id}>
              <LetterCard letter={letter} />
            </li>
          ))}
        </ol>
      )}
      <MoreLink {...more} label="Afficher plus de lettres" loadingText="Chargement..." />
    </div>
  )
}

function LetterCard({ letter }: { letter: ArchivedLetter }) {
  return (
    <article className="sheet on-paper punch relative p-5 md:p-7">
      {letter.publishedAt && (
        <time
          dateTime={letter.publishedAt.toISOString()}
          className="block text-sm font-semibold text-paper-ink"
        >
          {formatLongDate(letter.publishedAt)}
        </time>
      )}
      <h2 className="poster mt-1 text-2xl break-words md:text-3xl">
        <PageLink to={letterAddress(letter.id)} className="after:absolute after:inset-0" viewTransition>
          {letter.title}
        </PageLink>
      </h2>
      {letter.previewText && <p className="mt-2 max-w-[75ch] break-words">{letter.previewText}</p>}
    </article>
  )
}
