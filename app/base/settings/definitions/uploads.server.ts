import { advanced, flag, number } from "../setting.server.ts"

/** What the library takes from its admins; what is in it already stays, whatever is set. */
export const uploads = {
  fileMb: number("Taille d’un fichier", {
    help: "Sons et films compris.",
    unit: "Mo",
    least: 10,
    most: 2_048,
    default: 2_048,
  }),
  pictureMb: number("Taille d’une image", {
    help: "Les pages en montrent de toute façon des copies réduites.",
    unit: "Mo",
    least: 1,
    most: 100,
    default: 100,
  }),
  libraryGb: number("Place de la médiathèque", {
    help: "Tous les fichiers ensemble, envois en cours compris. 0\u00a0: tant que le disque a de la place.",
    unit: "Go",
    least: 0,
    most: 10_000,
    default: 0,
  }),
  transcribesNew: flag("Transcrire chaque nouvel épisode", {
    words: "transcription automatique",
    help: "Celui qui a un son, pas encore de transcription, et qui paraît depuis moins d’une semaine ou bientôt. Le brouillon attend votre relecture.",
    default: false,
    isOffered: ({ transcribe }) => transcribe !== undefined,
  }),
  ...advanced({
    personGb: number("Envois en cours d’une même personne", {
      help: "Ce qui n’est pas encore dans la médiathèque\u202f; un envoi inachevé s’efface après deux jours.",
      unit: "Go",
      least: 2,
      most: 100,
      default: 12,
    }),
  }),
}
