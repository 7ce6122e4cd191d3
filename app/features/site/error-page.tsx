/** Shown when something failed on our side. It says nothing of what: that is in the log. */
export function ErrorPage({ typed }: { typed?: string }) {
  return (
    <div className="wrap py-24">
      <title>Une erreur est survenue</title>
      <meta name="robots" content="noindex" />
      <h1 className="poster text-poster-lg">Arrêt de l’arbitre</h1>
      <p className="mt-6 max-w-xl text-xl text-paper-dim">
        Une erreur est survenue de notre côté. Réessayez dans un instant.
      </p>
      {typed && (
        <label className="mt-6 block max-w-xl">
          <span className="font-semibold">Votre texte n’a pas été enregistré, le voici :</span>
          <textarea
            readOnly
            rows={6}
            defaultValue={typed}
            className="mt-2 block w-full bg-paper p-3 text-ink"
          />
        </label>
      )}
      <a href="?" className="button button-blood mt-10">
        Réessayer
      </a>
    </div>
  )
}
