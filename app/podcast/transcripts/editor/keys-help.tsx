const KEYS = [
  ["Échap, ou Ctrl et espace", "lire, mettre en pause"],
  ["Ctrl, Maj et espace", "revenir de 3 secondes"],
  ["Alt et Entrée", "écouter à partir de la phrase"],
  ["Entrée", "couper la phrase au curseur\u202f; à sa fin, passer à la suivante"],
  ["Retour arrière au début", "joindre à la phrase précédente"],
  ["Suppr à la fin", "joindre la phrase suivante"],
  ["Ctrl et Entrée", "ajouter une phrase après"],
  ["Alt et flèche en bas, en haut", "changer qui parle"],
  ["Ctrl et Z\u202f; Ctrl, Maj et Z", "annuler, rétablir"],
  ["Ctrl et F", "chercher et remplacer"],
  ["Ctrl et S", "enregistrer"],
] as const

/** The keys of the editor; on a Mac the command key does what Ctrl does. */
export function KeysHelp() {
  return (
    <dl className="cue-keys">
      {KEYS.map(([keys, what]) => (
        <div key={keys}>
          <dt className="font-semibold">{keys}</dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
