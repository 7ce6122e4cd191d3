import type { StarterNewsItem } from "./types.ts"

/** Ten invented news items, to be replaced by the real ones. Newest first. */
export const starterNews: StarterNewsItem[] = [
  {
    title: "Le nouveau générique est prêt, et il tourne en rond",
    content: `Un disque, une cloche, six secondes : le générique de la saison est arrivé. Il tourne **sans fin**, ce qui tombe bien, nous aussi.

Dessiné comme une affiche de combat, imprimé point par point, il ouvrira désormais chaque épisode. Montez le son : il n’y en a pas, c’est plus poli pour les voisins.`,
    mediaType: "video",
    mediaUrl: "/starter/news-clip.mp4",
    thumbnailUrl: "/starter/news-clip-poster.webp",
    category: "cko-news",
    externalUrl: null,
    isPublished: true,
    daysAgo: 1,
  },
  {
    title: "Micro ouvert : la salle a chanté plus fort que la scène",
    content: `Vingt-deux inscrits, trente et un passages : personne n’a compris le calcul, tout le monde a applaudi. Retour en image sur notre soirée micro ouvert, où les premiers rangs connaissaient des couplets que leurs auteurs venaient d’écrire.

Mention spéciale à la personne qui a tenu le projecteur à bout de bras pendant une heure. **Prochaine soirée le mois prochain**, avec un pied de projecteur.`,
    mediaType: "image",
    mediaUrl: "/starter/news-crowd.webp",
    thumbnailUrl: "/starter/news-crowd-thumb.webp",
    category: "event",
    externalUrl: null,
    isPublished: true,
    daysAgo: 3,
  },
  {
    title: "Sœur Cadence : « Crier, c’est demander la permission »",
    content: `Entre deux prises, l’invitée du neuvième round est restée un quart d’heure de plus. On lui a demandé pourquoi elle rappait si bas.

« Quand tu cries, tu demandes la permission d’être écoutée. Moi, je commence, et c’est vous qui vous rapprochez. »

Elle prépare un disque de neuf titres, « dont un muet, pour vérifier ». La conversation entière est dans l’épisode.`,
    mediaType: "article",
    mediaUrl: null,
    thumbnailUrl: "/starter/news-face-off.webp",
    category: "interview",
    externalUrl: "/episodes",
    isPublished: true,
    daysAgo: 6,
  },
  {
    title: "La newsletter sonne la cloche",
    content: `Un message à chaque nouveau round, une recommandation par hôte, et un lien pour se désabonner en bas de **chaque** envoi : voilà tout le programme de la newsletter.

Pas de suspense artificiel, pas de « vous n’allez pas y croire ». Vous y croirez très bien.`,
    mediaType: "article",
    mediaUrl: null,
    thumbnailUrl: "/starter/news-bell.webp",
    category: "cko-news",
    externalUrl: null,
    isPublished: true,
    daysAgo: 8,
  },
  {
    title: "Un mur de quarante mètres repeint par tout un quartier",
    content: `Trois jours, cent douze bombes, un escabeau pour six. Les habitants d’une rue en pente ont invité des graffeurs à recouvrir le mur que tout le monde longeait sans le voir.

La flèche du milieu montre l’école : ce sont les enfants qui l’ont demandée, *pour ne plus être en retard*. Résultat non garanti.`,
    mediaType: "image",
    mediaUrl: "/starter/news-wall.webp",
    thumbnailUrl: "/starter/news-wall-thumb.webp",
    category: "hip-hop-culture",
    externalUrl: null,
    isPublished: true,
    daysAgo: 11,
  },
  {
    title: "Cinq disques à écouter au casque quand le métro s’arrête",
    content: `Notre sélection du mois, entièrement choisie sous terre. *À relire avant publication : Yanis a mis quatre fois le même disque.*

- un premier disque tout en contrebasse ;
- une compilation de faces B introuvables, donc trouvées ;
- trois autres, si Yanis veut bien.`,
    mediaType: "article",
    mediaUrl: null,
    thumbnailUrl: "/starter/news-headphones.webp",
    category: "music",
    externalUrl: null,
    isPublished: false,
    daysAgo: 15,
  },
  {
    title: "Dans l’atelier où l’on construit des murs de son",
    content: `De la colle, du contreplaqué et beaucoup de patience : Tonton Basse nous a ouvert son atelier. Sa dernière enceinte mesure deux mètres et porte un prénom, qu’il a refusé de nous donner.

Elle fera ses débuts cet été, en plein air, **loin des armoires normandes**.`,
    mediaType: "image",
    mediaUrl: "/starter/news-sound-system.webp",
    thumbnailUrl: "/starter/news-sound-system-thumb.webp",
    category: "music",
    externalUrl: "/episodes",
    isPublished: true,
    daysAgo: 21,
  },
  {
    title: "Finale des platines : tout se joue dans le rouge",
    content: `Deux finalistes, une table de mixage, une aiguille qui ne redescend plus. La bande-annonce de la finale est en ligne : six secondes, le temps d’un bon scratch.

Entrée libre, bouchons d’oreilles offerts. *Les vrais.*`,
    mediaType: "video",
    mediaUrl: "/starter/news-clip.mp4",
    thumbnailUrl: "/starter/news-vu-meter.webp",
    category: "event",
    externalUrl: null,
    isPublished: true,
    daysAgo: 30,
  },
  {
    title: "Deux platines, dix doigts : les réglages de DJ Papier Mâché",
    content: `Avant l’enregistrement, l’invité du huitième round a mesuré la hauteur de la table, changé deux câbles et demandé une serviette. Il nous explique chaque geste, dont celui qui ne sert à rien « mais qui impressionne le public ».`,
    mediaType: "image",
    mediaUrl: "/starter/news-decks.webp",
    thumbnailUrl: "/starter/news-decks-thumb.webp",
    category: "interview",
    externalUrl: "/episodes",
    isPublished: true,
    daysAgo: 44,
  },
  {
    title: "Petit lexique du ring à l’usage de celles et ceux qui rappent",
    content: `**Le jab** : la rime courte, qui prépare. **Le crochet** : celle qui arrive de côté, deux vers plus loin. **L’esquive** : le silence. **Le corps à corps** : le passe-passe entre deux voix, quand plus personne ne sait qui a commencé.

Et **la cloche** : le moment où il faut savoir s’arrêter. Comme ici.`,
    mediaType: "article",
    mediaUrl: null,
    thumbnailUrl: null,
    category: "hip-hop-culture",
    externalUrl: "/blog/ecouter-un-morceau-en-cinq-passages",
    isPublished: true,
    daysAgo: 60,
  },
]
