import { breath, crates } from "./sounds.ts"
import type { StarterEpisode } from "./types.ts"

const YOUTUBE = "https://www.youtube.com/results?search_query=hip-hop+francophone"
const SPOTIFY = "https://open.spotify.com/search/hip-hop%20fran%C3%A7ais"

/** Ten invented episodes with invented guests, to be replaced by the real ones. Newest first. */
export const starterEpisodes: StarterEpisode[] = [
  {
    number: 9,
    title: "L’uppercut à voix basse",
    guest: "Sœur Cadence",
    description: `Elle n’a jamais crié dans un micro, et personne ne lui a jamais demandé de répéter. **Sœur Cadence** rappe comme on confie un secret : de près, lentement, avec des silences qui font plus mal que les mots.

On a parlé de son premier atelier d’écriture, d’une chorale où elle chantait volontairement faux, et de ce couplet de quarante secondes qu’elle a mis onze mois à finir.

Au programme de ce round :

- pourquoi le souffle compte autant que la rime ;
- l’art de *poser* quand tout le monde s’agite ;
- ce qu’elle répond à ceux qui veulent « juste un peu plus d’énergie ».

À écouter au casque, et jusqu’au bout : elle finit debout, sans hausser le ton.`,
    daysAgo: 2,
    views: 8_730,
    thumbnailUrl: "/starter/episode-10.webp",
    youtubeUrl: YOUTUBE,
    spotifyUrl: SPOTIFY,
    isPublished: true,
    sound: breath,
  },
  {
    number: 8,
    title: "Quarante mille disques et pas une chaise",
    guest: "DJ Papier Mâché",
    description: `Chez **DJ Papier Mâché**, on s’assoit sur des caisses de vinyles, parce que les chaises ont été vendues pour en acheter d’autres. Collectionneur, passeur, scratcheur du dimanche et des six autres jours, il raconte une vie passée à chercher *le* break : quatre mesures de batterie perdues au milieu d’une face B.

Il nous apprend à lire un disque à l’œil nu, à réparer une cellule avec un trombone (ne le faites pas), et à reconnaître un bon brocanteur à la façon dont il soupire.

> Un disque rayé, ce n’est pas un disque abîmé. C’est un disque qui a déjà choisi sa boucle.

À la fin, on lui fait écouter cinq échantillons à l’aveugle. Il en reconnaît six.`,
    daysAgo: 9,
    views: 54_200,
    thumbnailUrl: "/starter/episode-09.webp",
    youtubeUrl: null,
    spotifyUrl: SPOTIFY,
    isPublished: true,
    sound: crates,
  },
  {
    number: null,
    title: "Le mur d’en face",
    guest: "Orpin",
    description: `*Brouillon : il reste à couper le passage où le camion-benne recule pendant quatre minutes.*

**Orpin** peint des façades entières et signe si petit qu’il faut une échelle pour trouver son nom. Il nous reçoit au pied d’un mur encore frais, parle de lettres, de vent, de voisins, et de la dame du troisième qui a choisi le rouge.

À vérifier avant de publier :

1. le nom de la nuance de rouge ;
2. l’accord écrit de la dame du troisième ;
3. le niveau sonore du camion.`,
    daysAgo: 16,
    views: 0,
    thumbnailUrl: "/starter/episode-08.webp",
    youtubeUrl: null,
    spotifyUrl: null,
    isPublished: false,
    durationSeconds: 3_310,
  },
  {
    number: 7,
    title: "Douze rounds contre la page blanche",
    guest: "Kéza Mondovi",
    description: `C’est l’épisode que vous avez le plus partagé, celui que vos oncles vous ont envoyé trois fois. **Kéza Mondovi** a écrit deux albums, en a jeté un, et a boxé en amateur juste assez longtemps pour comprendre la différence entre encaisser et subir.

On décortique avec elle un texte *entier*, vers après vers : les ratures, les rimes abandonnées, le couplet sauvé par une panne d’ascenseur. Elle explique comment elle s’entraîne à écrire :

- **trois minutes de travail, une minute de repos**, douze fois de suite ;
- interdiction de relire avant la cloche ;
- le dernier round, on garde une seule phrase.

On a essayé. Yanis a jeté l’éponge au quatrième.

Merci à toutes celles et ceux qui ont envoyé leur propre phrase du douzième round : on en lit vingt à la fin, et il y a des K.-O. techniques.`,
    daysAgo: 24,
    views: 2_700_000,
    thumbnailUrl: "/starter/episode-07.webp",
    youtubeUrl: YOUTUBE,
    spotifyUrl: null,
    isPublished: true,
    durationSeconds: 5_412,
  },
  {
    number: 6,
    title: "Le son qui réveillait l’immeuble",
    guest: "Tonton Basse",
    description: `Il a construit sa première enceinte dans une armoire normande. L’armoire n’a pas survécu, le voisin du dessous si. Depuis, **Tonton Basse** fabrique des murs de son et connaît la fréquence de résonance de toutes les cages d’escalier du quartier.

Une heure avec un artisan du grave, pour comprendre ce que le hip-hop doit aux fêtes de rue, aux rallonges électriques et aux gens patients. On y apprend aussi pourquoi les basses passent les murs alors que les paroles, non : « C’est pour ça que les voisins n’aiment que la moitié du morceau. »

*Conseil d’écoute : prévenez le voisin du dessous.*`,
    daysAgo: 38,
    views: 1_240_000,
    thumbnailUrl: "/starter/episode-06.webp",
    youtubeUrl: null,
    spotifyUrl: null,
    isPublished: true,
    durationSeconds: 3_987,
  },
  {
    number: 5,
    title: "Rentrer tard, écrire tôt",
    guest: "Lila Brumaire",
    description: `**Lila Brumaire** travaille de nuit, dort par morceaux et écrit entre cinq et six heures du matin, « quand la ville n’a pas encore d’avis ». Ses textes parlent de quais vides, de badges, de café trop long et de dignité.

Elle n’aime pas les photos : cet épisode n’a donc pas d’image, et c’est elle qui a gagné ce round-là. On a parlé de fatigue, de pudeur, et de ce que l’on perd à toujours vouloir se montrer.

Un épisode doux, enregistré très tôt. On entend le premier bus passer à la vingt-deuxième minute.`,
    daysAgo: 52,
    views: 18_460,
    thumbnailUrl: null,
    youtubeUrl: null,
    spotifyUrl: null,
    isPublished: true,
    durationSeconds: 3_544,
  },
  {
    number: 4,
    title:
      "Comment j’ai vendu ma moto pour une boîte à rythmes d’occasion qui ne s’allumait qu’une fois sur trois, et pourquoi c’est resté la meilleure décision de ma carrière (ma mère demande à faire appel)",
    guest: "Maître Escale",
    description: `Le titre est de lui, il a refusé qu’on en coupe un mot. **Maître Escale** compose avec seize carrés de caoutchouc et une seule règle : si le morceau ne tient pas sur deux pistes, c’est qu’il ne tient pas.

Il est venu avec la fameuse machine. Elle s’est allumée à la *troisième* tentative, sous les applaudissements. On a donc pu faire un morceau en direct :

1. un battement de porte du studio, pour la grosse caisse ;
2. la fermeture du blouson d’Awa, pour la charleston ;
3. le rire de Yanis, ralenti quatre fois, pour la basse.

Le résultat est terrible. On l’adore, et on le garde comme sonnerie.`,
    daysAgo: 75,
    views: 96_300,
    thumbnailUrl: "/starter/episode-04.webp",
    youtubeUrl: null,
    spotifyUrl: null,
    isPublished: true,
    durationSeconds: 4_318,
  },
  {
    number: 3,
    title: "Seuls dans le ring : une heure pour répondre à vos questions",
    guest: "",
    description: `Pas d’invité ce soir : le train de la personne prévue est resté en gare, et nous aussi. Alors on a ouvert la boîte aux lettres.

Vous vouliez savoir comment on choisit les invités, si l’on s’est déjà disputés à l’antenne (oui), qui gagne d’habitude (**cela dépend de qui monte l’épisode**), et s’il faut tout connaître du rap pour avoir le droit d’en parler. La réponse est non, et elle dure vingt minutes.

Pour nous envoyer la vôtre, il y a la page [Contact](/contact). Les questions pièges sont les bienvenues : on les garde pour l’autre.`,
    daysAgo: 110,
    views: 412,
    thumbnailUrl: "/starter/episode-03.webp",
    youtubeUrl: null,
    spotifyUrl: null,
    isPublished: true,
    durationSeconds: 3_602,
  },
  {
    number: 2,
    title: "L’été où la dalle s’est mise à tourner",
    guest: "Ressort",
    description: `Un carton déplié, un poste qui grésille, et six adolescents qui décident que la dalle du centre commercial sera leur scène. **Ressort** avait douze ans, des genouillères taillées dans un tapis de bain, et déjà cette façon de s’arrêter net, à l’envers, en souriant.

Avec lui, on raconte le breaking par le sol : les appuis, les brûlures, les cercles où l’on entre sans invitation mais jamais sans respect. On parle aussi d’âge, de rotules, et de ce que l’on transmet quand on ne peut plus tourner.

> Le plus dur, ce n’est pas de tourner sur la tête. C’est de laisser la place au suivant.`,
    daysAgo: 160,
    views: 310_500,
    thumbnailUrl: "/starter/episode-02.webp",
    youtubeUrl: null,
    spotifyUrl: null,
    isPublished: true,
    durationSeconds: 4_190,
  },
  {
    number: 1,
    title: "La couronne se partage",
    guest: "Marquise & le Huitième Étage",
    description: `Premier round, première cloche. Pour ouvrir CKO, il nous fallait un collectif : **Marquise & le Huitième Étage**, neuf personnes, un ascenseur en panne et une discographie entière enregistrée dans une cuisine.

Comment écrit-on à neuf ? Qui décide du dernier mot ? Que faire de celui qui arrive avec un couplet de deux pages ? Ils ont répondu tous en même temps, et c’est monté tel quel.

Nous débutions, cela s’entend : un micro tombe, une chaise grince, et l’on oublie de dire au revoir. On n’a rien coupé. *Tout le monde a droit à un premier round.*`,
    daysAgo: 200,
    views: 742_900,
    thumbnailUrl: "/starter/episode-01.webp",
    youtubeUrl: null,
    spotifyUrl: null,
    isPublished: true,
    durationSeconds: 3_765,
  },
]
