import type { CheckState } from "#app/kit/ui/check-state.ts"

/** How a picture suits directories: `unknown` on another host, where nobody has measured it. */
export type PictureFit = "none" | "fit" | "unfit" | "unknown"

/** What the rules look at of the podcast. */
export type CheckedPodcast = {
  /** Whether hosts have said what it is called. */
  isNamed: boolean
  publicUrl: string
  description: string
  cover: PictureFit
  categories: number
  /** As the feed shows it. */
  ownerEmail: string
  newAddress: string
  /** How many episodes the feed has. */
  episodes: number
}

/** What the rules look at of a public episode with a sound. */
export type CheckedEpisode = {
  id: number
  title: string
  hasDescription: boolean
  durationSeconds: number | null
  /** None where the library has the sound no more, or not yet. */
  enclosure?: { url: string; length: number; type: string }
  /** Where the sound is: on this site, which has an address of its own to be mended, or elsewhere. */
  isOurs: boolean
  picture: PictureFit
  /** It came with the site. */
  isStarter: boolean
  type: "full" | "trailer" | "bonus"
  /** Another episode has the same season and number. */
  isTwin: boolean
}

/** @property to where the field is; of an episode it is its form */
type Rule<Subject> = {
  id: string
  state: Exclude<CheckState, "good">
  who: string
  title: string
  advice: string
  to?: { label: string; address: string }
  /** Another rule says it, where it is kept. */
  isPart?: boolean
  isBroken: (subject: Subject) => boolean
}

const field = (group: string, name: string, label: string) => ({
  label,
  address: `/admin/site/${group}#reglage-${name}`,
})

const EVERYBODY = "Apple, Spotify et les autres annuaires"
const APPLE = "Apple"

/**
 * What directories want of a podcast, as far as hosts have a hand in it: https://podcasters.apple.com/support/823-podcast-requirements,
 * https://support.spotify.com/creators and https://podcaststandards.org (PSP-1). All else the feed fulfils by itself.
 */
export const PODCAST_RULES: Rule<CheckedPodcast>[] = [
  {
    id: "nom",
    state: "fix",
    who: EVERYBODY,
    title: "Un nom à vous",
    advice:
      "Personne n’a encore dit comment s’appelle ce podcast\u00a0: son flux n’est pas public, et rien de ce qu’il dirait n’est de vous.",
    to: { label: "Donner son nom au podcast", address: "/admin/first-steps" },
    isBroken: ({ isNamed }) => !isNamed,
  },
  {
    id: "episodes",
    state: "fix",
    who: EVERYBODY,
    title: "Au moins un épisode avec son",
    advice: "Publiez un épisode avec un fichier audio : sans cela, aucun annuaire n’accepte le podcast.",
    to: { label: "Écrire un épisode", address: "/admin/episodes/new" },
    isBroken: ({ episodes }) => episodes === 0,
  },
  {
    id: "https",
    state: "fix",
    who: EVERYBODY,
    title: "Une adresse en https",
    advice: "Les annuaires ne lisent que des adresses sûres et publiques : voyez « Santé du site ».",
    to: { label: "Santé du site", address: "/admin/health" },
    isBroken: ({ publicUrl }) => !publicUrl.startsWith("https://"),
  },
  {
    id: "couverture",
    state: "fix",
    who: EVERYBODY,
    title: "Une couverture carrée, de 1 400 à 3 000 pixels",
    advice: "Choisissez une image carrée de la médiathèque, en JPEG ou PNG, d’au moins 1 400 pixels de côté.",
    to: field("podcast", "cover", "Couverture"),
    isBroken: ({ cover }) => cover === "unfit",
  },
  {
    id: "couverture-dessinee",
    state: "look",
    who: APPLE,
    title: "Une couverture à vous",
    advice:
      "Aucune couverture n’est choisie\u00a0: le site en dessine une avec le nom du podcast et vos couleurs. La vôtre se reconnaît mieux dans les applications.",
    to: field("podcast", "cover", "Couverture"),
    isPart: true,
    isBroken: ({ cover }) => cover === "none",
  },
  {
    id: "couverture-ailleurs",
    state: "look",
    who: EVERYBODY,
    title: "Une couverture dont la taille est connue",
    advice: "La couverture est sur un autre site : copiez-la dans la médiathèque, qui en vérifie la taille.",
    to: field("podcast", "cover", "Couverture"),
    isPart: true,
    isBroken: ({ cover }) => cover === "unknown",
  },
  {
    id: "description",
    state: "fix",
    who: EVERYBODY,
    title: "Une description du podcast",
    advice: "Dites en quelques phrases de quoi parle le podcast et à qui il s’adresse.",
    to: field("podcast", "description", "Description"),
    isBroken: ({ description }) => description.trim() === "",
  },
  {
    id: "categories",
    state: "fix",
    who: EVERYBODY,
    title: "Une catégorie au moins",
    advice: "Choisissez au moins une catégorie : c’est là qu’on vous trouve dans les annuaires.",
    to: field("podcast", "categories", "Catégories"),
    isBroken: ({ categories }) => categories === 0,
  },
  {
    id: "proprietaire",
    state: "look",
    who: "Spotify",
    title: "L’adresse e-mail du propriétaire",
    advice: "Spotify y envoie un code quand on inscrit le podcast. Une fois inscrit, on peut la cacher.",
    to: field("podcast", "ownerEmail", "Adresse e-mail du propriétaire"),
    isBroken: ({ ownerEmail }) => ownerEmail === "",
  },
  {
    id: "demenagement",
    state: "look",
    who: APPLE,
    title: "Aucun déménagement en cours",
    advice:
      "Le flux annonce une nouvelle adresse : les applications y envoient vos abonnés. Videz ce champ si le podcast ne déménage pas.",
    to: field("feed", "newAddress", "Nouvelle adresse du flux"),
    isBroken: ({ newAddress }) => newAddress !== "",
  },
]

/** Apple's, which all applications play: https://podcasters.apple.com/support/893-audio-requirements */
const PLAYED_EVERYWHERE = /^audio\/(?:mpeg|mp3|mp4|x-m4a|m4a|aac|x-aac|aacp)$/

export const EPISODE_RULES: Rule<CheckedEpisode>[] = [
  {
    id: "exemple",
    state: "fix",
    who: EVERYBODY,
    title: "Vos épisodes seulement",
    advice:
      "Ces épisodes sont arrivés avec le site comme exemple\u00a0: retirez-les avant d’inscrire le podcast.",
    to: { label: "Voir ce qui partirait", address: "/admin/first-steps/starter" },
    isBroken: ({ isStarter }) => isStarter,
  },
  {
    id: "son",
    state: "fix",
    who: EVERYBODY,
    title: "Un son que l’on peut charger",
    advice:
      "Le son n’est plus dans la médiathèque, ou pas encore prêt : ces épisodes manquent dans le flux. Choisissez un autre fichier.",
    isBroken: ({ enclosure }) => enclosure === undefined,
  },
  {
    id: "format",
    state: "fix",
    who: APPLE,
    title: "Un son en MP3 ou en AAC",
    advice: "Apple ne lit ni Ogg, ni WAV, ni FLAC : remplacez le fichier par un MP3 ou un M4A.",
    isBroken: ({ enclosure }) => enclosure !== undefined && !PLAYED_EVERYWHERE.test(enclosure.type),
  },
  {
    id: "taille",
    state: "look",
    who: EVERYBODY,
    title: "Un son dont la taille est connue",
    advice: "Le fichier est sur un autre site, qui n’en dit pas la taille : copiez-le dans la médiathèque.",
    isBroken: ({ enclosure, isOurs }) => !isOurs && enclosure?.length === 0,
  },
  {
    id: "son-https",
    state: "look",
    who: EVERYBODY,
    title: "Un son à une adresse en https",
    advice:
      "Certaines applications refusent les adresses en http:// : copiez le fichier dans la médiathèque.",
    isBroken: ({ enclosure, isOurs }) => !isOurs && (enclosure?.url.startsWith("http://") ?? false),
  },
  {
    id: "notes",
    state: "look",
    who: "Apple et les autres annuaires",
    title: "Une description par épisode",
    advice: "Quelques lignes suffisent : on y cherche de quoi l’on parle, et avec qui.",
    isBroken: ({ hasDescription }) => !hasDescription,
  },
  {
    id: "duree",
    state: "look",
    who: "Apple et les autres annuaires",
    title: "Une durée par épisode",
    advice:
      "Indiquez la durée dans la fiche de l’épisode ; celle d’un son de la médiathèque se remplit seule.",
    isBroken: ({ durationSeconds }) => durationSeconds === null,
  },
  {
    id: "numeros",
    state: "look",
    who: APPLE,
    title: "Un numéro différent par épisode",
    advice: "Deux épisodes d’une même saison portent le même numéro : les applications les mélangent.",
    isBroken: ({ isTwin, type }) => isTwin && type === "full",
  },
  {
    id: "images",
    state: "look",
    who: APPLE,
    title: "Des images d’épisode carrées, ou aucune",
    advice:
      "Une image qui n’est pas carrée, ou qui fait moins de 1 400 pixels, n’est pas dans le flux : les applications montrent la couverture à sa place.",
    isBroken: ({ picture }) => picture === "unfit",
  },
]
