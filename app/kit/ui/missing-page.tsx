import { Link } from "react-router"

/** What is thrown (with status 404) when a route's item does not exist or is not published, or for a form that is none. */
export type Missing = { title: string; text?: string; backTo: string; backLabel: string }

export function MissingPage({ title, text, backTo, backLabel }: Missing) {
  return (
    <div className="wrap py-16 md:py-28">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1 className="poster text-poster-lg">{title}</h1>
      {text && <p className="mt-6 max-w-xl text-xl text-paper-dim">{text}</p>}
      <Link to={backTo} className="button button-blood mt-10">
        {backLabel}
      </Link>
    </div>
  )
}
