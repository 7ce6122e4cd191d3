export const TITLE = "Chiffres d’un autre hébergeur"

export const HOST_HINT =
  "Il est écrit à côté de ses chiffres, par exemple «\u00a0Ausha\u00a0». Importer à nouveau sous le même nom remplace ce qui s’y trouvait."
export const TABLE_HINT =
  "Une ligne par jour\u00a0: date, épisode (titre, numéro ou GUID) et téléchargements, ou une colonne par épisode. Sans épisode, les chiffres valent pour tous ensemble. La première ligne nomme les colonnes."

/** What is asked before a host's figures are taken away. */
export function removeQuestion(name: string) {
  return {
    question: `Retirer les chiffres d’après ${name}\u202f?`,
    detail: "Ils ne seront plus dans les courbes. Le même fichier peut être importé à nouveau.",
    confirmLabel: "Retirer",
    fields: { intent: "remove", name },
  }
}
