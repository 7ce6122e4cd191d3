import { contentDeeds, STATUS } from "#app/content/lists/content-lists.ts"
import { managedType } from "#app/content/managed-type.ts"
import { EPISODE_TYPES, TYPE_LABELS } from "./episodes.schema.ts"

const NOUN = { one: "épisode", many: "épisodes" }

/** What the back office says of episodes, and how their list is narrowed down, sorted and worked on. */
export const EPISODES = managedType(
  { kind: "episode", path: "/admin/episodes", title: "Gestion des épisodes", ...NOUN },
  {
    searchLabel: "Rechercher un épisode ou un invité",
    emptyText: "Aucun épisode pour le moment : créez le premier, ou importez un flux.",
  },
  {
    filters: {
      etat: STATUS,
      type: {
        label: "Type",
        all: "Tous les types",
        choices: EPISODE_TYPES.map((type) => ({ value: type, label: TYPE_LABELS[type] })),
      },
      saison: {
        label: "Saison",
        all: "Toutes les saisons",
        choices: [{ value: "sans", label: "Sans saison" }],
        others: /^[1-9]\d{0,8}$/,
      },
      son: {
        label: "Son",
        all: "Avec ou sans son",
        choices: [
          { value: "avec", label: "Avec son" },
          { value: "sans", label: "Sans son" },
        ],
      },
    },
    sorts: {
      date: { label: "Date de publication", first: "desc" },
      titre: { label: "Titre", first: "asc" },
      numero: { label: "Saison et numéro", first: "desc" },
      etat: { label: "État", first: "asc" },
      vues: { label: "Vues", first: "desc" },
      likes: { label: "J’aime", first: "desc" },
      commentaires: { label: "Commentaires", first: "desc" },
    },
    deeds: {
      ...contentDeeds({ nouns: [NOUN.one, NOUN.many] }),
      transcribe: {
        label: "Transcrire",
        icon: "captions",
        done: ["Transcription demandée", "transcriptions demandées"],
        failed: "Impossible de demander ces transcriptions",
        refused: "sans son, ou déjà en attente",
      },
    },
  },
)
