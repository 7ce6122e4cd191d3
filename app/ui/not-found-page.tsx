import { Link } from "react-router"

const COUNT = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** The 404 page, in English (docs/product.md 2.6): the referee counts the page out. */
export function NotFoundPage() {
  return (
    <div lang="en" className="wrap py-16 md:py-24">
      <title>404: page not found</title>
      <meta name="robots" content="noindex" />
      <h1 className="poster text-poster-xl">404</h1>
      <p className="poster mt-4 text-poster-md">Page not found: down for the count</p>
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
      <p className="mt-8 max-w-xl text-lg text-paper-dim">
        The address may be misspelled, or the page may have left the ring for good.
      </p>
      <p className="mt-8 flex flex-wrap gap-4">
        <Link to="/" className="button button-blood">
          Return to Home
        </Link>
        <Link to="/recherche" className="button button-paper">
          Search the site
        </Link>
      </p>
    </div>
  )
}
