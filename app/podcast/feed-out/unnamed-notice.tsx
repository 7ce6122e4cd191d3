import { Link } from "react-router"

/** In place of the feed's address, while it would go out under a name that nobody chose. */
export function UnnamedNotice() {
  return (
    <div className="max-w-2xl not-first:mt-5">
      <p className="office-alert">
        Personne n’a encore dit comment s’appelle ce podcast&nbsp;: l’adresse de son flux n’est à donner à
        personne avant cela.
      </p>
      <Link to="/admin/first-steps" className="office-button mt-4">
        Donner son nom au podcast
      </Link>
    </div>
  )
}
