import { Link, useRouteLoaderData } from "react-router"
import { SEARCH_PATH } from "#app/kit/lib/search-path.ts"

type Texts = { isNeutral: boolean; notFound: string; notFoundHint: string }
const BARE: Texts = { isNeutral: true, notFound: "Page not found", notFoundHint: "" }
const COUNT = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** The 404 page, in English (docs/product.md 2.6): the referee counts the page out. */
export function NotFoundPage() {
  const { isNeutral, notFound, notFoundHint } =
    useRouteLoaderData<{ podcast: { texts: Texts } }>("root")?.podcast.texts ?? BARE
  return (
    <div lang="en" className="wrap py-16 md:py-24">
      <title>404: page not found</title>
      <meta name="robots" content="noindex" />
      <h1 className="poster text-poster-xl">404</h1>
      <p className="poster mt-4 text-poster-md">{notFound}</p>
      {!isNeutral && (
        <ol
          className="poster mt-8 flex flex-wrap gap-x-4 gap-y-1 text-poster-sm text-paper-dim"
          aria-hidden="true"
        >
          {COUNT.map((second) => (
            <li key={second} className={second === 10 ? "text-gold" : undefined}>
              {second === 10 ? "Out!" : `${second}…`}
            </li>
          ))}
        </ol>
      )}
      <p className="mt-8 max-w-xl text-lg text-paper-dim">{notFoundHint}</p>
      <p className="mt-8 flex flex-wrap gap-4">
        <Link to="/" className="button button-blood">
          Return to Home
        </Link>
        <Link to={SEARCH_PATH} className="button button-paper">
          Search the site
        </Link>
      </p>
    </div>
  )
}
