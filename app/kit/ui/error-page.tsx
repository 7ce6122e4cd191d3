type Props = {
  /** What the person had typed, where a form was lost with its page. */
  typed?: string
  /** What could not be done, where more is known. */
  failure?: string
}

/** Shown when something failed. It says nothing of what: that is in the log. */
export function ErrorPage({ typed, failure }: Props) {
  return (
    <div className="wrap py-24">
      <title>Une erreur est survenue</title>
      <meta name="robots" content="noindex" />
      <h1 className="poster text-poster-lg">Arrêt de l’arbitre</h1>
      {failure && <p className="mt-6 max-w-xl text-xl font-semibold">{failure}</p>}
      <p className="mt-6 max-w-xl text-xl text-paper-dim" suppressHydrationWarning>
        {failureText()}
      </p>
      {typed && (
        <label className="mt-6 block max-w-xl">
          <span className="font-semibold">Votre texte n’a pas été enregistré, le voici :</span>
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

/** Something failed on our side, unless the browser knows better: what the server sends has arrived. */
export function failureText() {
  const isOffline = typeof document !== "undefined" && !navigator.onLine
  return isOffline
    ? "Vous êtes hors ligne. Vérifiez votre connexion, puis réessayez."
    : "Une erreur est survenue de notre côté. Réessayez dans un instant."
}
