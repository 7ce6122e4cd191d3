/** Shown when something failed on our side. It says nothing of what: that is in the log. */
export function ErrorPage() {
  return (
    <div className="wrap py-24">
      <title>Une erreur est survenue</title>
      <meta name="robots" content="noindex" />
      <h1 className="poster text-poster-lg">Arrêt de l’arbitre</h1>
      <p className="mt-6 max-w-xl text-xl text-paper-dim">
        Une erreur est survenue de notre côté. Réessayez dans un instant.
      </p>
      <a href="?" className="button button-blood mt-10">
        Réessayer
      </a>
    </div>
  )
}
