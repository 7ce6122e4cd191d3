import type { StarterArticle } from "./types.ts"

/** Three invented articles, to be replaced by the real ones. Newest first. */
export const starterArticles: StarterArticle[] = [
  {
    slug: "dans-les-cordes-comment-on-prepare-un-episode",
    title: "Dans les cordes : comment on prépare un épisode",
    excerpt:
      "Dix jours de travail pour une heure de conversation, et une seule règle : ne jamais poser une question dont on connaît déjà la réponse.",
    content: `On nous demande souvent si CKO est improvisé. La réponse honnête : l’heure que vous entendez l’est presque entièrement, et c’est justement pour cela qu’elle se prépare pendant dix jours. Un boxeur n’invente pas son enchaînement dans le ring ; il a simplement répété assez longtemps pour avoir l’air de l’inventer.

Voici, round par round, ce qui se passe avant la cloche.

## Dix jours avant : la pesée

Tout commence par une liste. Chacun de nous deux écrit de son côté **ce qu’il croit savoir** de l’invité, sans rien vérifier. Puis on échange les feuilles et l’on barre. Ce qui reste est en général très court ; ce qui est barré est passionnant, parce que ce sont les idées toutes faites que vous avez sans doute aussi.

Ensuite vient l’écoute. Toute la discographie, dans l’ordre, sans sauter les intermèdes. Awa prend des notes à la main, Yanis fait des boucles. À la fin, on compare : si nous avons relevé le même passage, il aura sa place dans l’épisode. Si nous nous disputons sur un autre, il aura sa place aussi.

## Cinq jours avant : le sparring

C’est la partie la moins glorieuse. L’un de nous joue l’invité, l’autre pose les questions, et l’on se rend compte que la moitié d’entre elles appellent *oui* ou *non*. On les jette. On cherche mieux :

- une question qui commence par **« comment »** plutôt que par « pourquoi », parce que le pourquoi oblige à se justifier ;
- une question **très précise** (une date, un objet, un vers), parce que la mémoire s’accroche aux détails ;
- une question **que personne d’autre n’a posée**, quitte à ce qu’elle soit un peu bête.

La dernière catégorie est notre préférée. Demander à une rappeuse ce qu’elle mangeait pendant l’enregistrement de son disque nous a valu vingt minutes sur la solitude, les colocations et les pâtes sans sel.

## La veille : on range les fiches

La veille, on écrit trois mots sur un carton, pas davantage. Le reste doit être dans la tête ou n’y est pas. Nous avons essayé de garder les fiches sous les yeux : on finit par lire au lieu d’écouter, et l’invité le voit tout de suite.

> Une interview, c’est comme la corde à sauter : si tu regardes tes pieds, tu tombes.

On vérifie aussi le studio : deux micros de plus que prévu, de l’eau, une chaise qui ne grince pas. Celle du premier épisode grince toujours ; nous l’avons gardée dans un coin, pour l’humilité.

## Le jour même : la cloche

Il y a chez nous une vraie petite cloche de ring. Elle sonne au début, elle sonne à la fin, et entre les deux nous ne coupons **rien** : ni les hésitations, ni les silences, ni le voisin qui perce. Cela a une conséquence simple : l’invité sait que ce qu’il dit sera entendu en entier, avec ce qui précède et ce qui suit. On parle autrement quand on ne craint pas d’être découpé en extraits de trente secondes.

Si quelqu’un regrette une phrase, il peut le dire, et nous la retirons avant la publication. C’est arrivé deux fois. Les deux fois, la personne a finalement demandé qu’on la remette.

## Le lendemain : la vidéo du match

Le lendemain, on réécoute séparément et l’on note nos propres fautes : la question trop longue, la blague qui a coupé une confidence, le « d’accord, d’accord » répété quarante fois. Cette liste-là, nous ne la publions pas. Mais c’est elle qui fait le prochain épisode.

Voilà tout le secret. Si vous avez un invité à nous suggérer, ou une question un peu bête à lui poser, la page [Contact](/contact) est faite pour ça.`,
    coverImageUrl: "/starter/article-01.webp",
    isPublished: true,
    daysAgo: 7,
  },
  {
    slug: "la-cassette-ce-reseau-de-poche",
    title: "La cassette, ce réseau de poche",
    excerpt:
      "Avant les listes de lecture, il y avait un stylo pour rembobiner et un copain qui connaissait quelqu’un. Petite histoire d’un objet qui a fait circuler le hip-hop de main en main.",
    content: `Elle tenait dans une poche de blouson, coûtait le prix de deux cafés et résistait à peu près à tout, sauf au tableau de bord d’une voiture en plein mois d’août. La cassette n’a pas inventé le hip-hop, mais elle l’a transporté. Et la façon dont une musique voyage finit toujours par changer la musique elle-même.

## Une fête dans une boîte

Au commencement, il y a des soirées. Des platines, des enceintes, une foule, et rien pour garder la trace de ce qui s’y passe. Quelqu’un branche alors un enregistreur sur la table de mixage et repart avec une heure de fête dans la main. Le lendemain, la bande est copiée ; la semaine suivante, la copie est copiée.

À chaque génération, le souffle monte et les aigus s’en vont. **Peu importe** : ce qui reste, c’est le rythme, les voix, les cris du public. Des adolescents qui n’ont jamais mis les pieds dans cette salle en connaissent chaque seconde. On peut dire que le hip-hop a d’abord voyagé sous forme de rumeur, avec beaucoup de basses.

## Le stylo, la pause et la patience

Fabriquer une bonne cassette demandait un savoir-faire que l’on aurait tort de prendre à la légère :

1. choisir la durée, car soixante minutes obligent à trancher ;
2. guetter le morceau à la radio, le doigt sur la touche, et rater les trois premières secondes ;
3. faire une boucle en appuyant sur *pause* au bon moment, vingt fois de suite, jusqu’à obtenir deux minutes d’instrumental ;
4. rembobiner au stylo, pour économiser les piles.

Le troisième point mérite qu’on s’y arrête. Des milliers de producteurs ont appris à construire une boucle ainsi, sans machine, sans mode d’emploi, avec un seul bouton. Quand les premiers échantillonneurs abordables sont arrivés, ils savaient déjà **où couper**. Le geste avait précédé l’outil.

## L’art de la jaquette

Une cassette copiée est anonyme ; il fallait donc l’habiller. On dessinait les lettres sur la tranche, on découpait des magazines, on inventait un nom de collectif pour la face B. Une bonne jaquette disait d’où l’on venait et ce que l’on valait, exactement comme une signature sur un mur. Le graffiti et la cassette partagent d’ailleurs la même ambition : **circuler plus loin que son auteur**.

> On reconnaissait une cassette importante à ceci : il y avait écrit « ne pas prêter » dessus, et tout le monde l’avait eue.

DJ Papier Mâché nous a montré la sienne, reçue d’un cousin d’un ami d’une voisine. Elle ne joue plus. Il la garde pour l’écriture.

## Ce que la bande nous a appris

Il serait facile d’être nostalgique, et un peu faux. La cassette s’emmêlait, s’usait, se perdait ; bien des artistes n’ont jamais touché un centime de celles qui portaient leur nom. Mais elle imposait trois choses que nous cherchons encore :

- **l’ordre**, parce que l’on ne saute pas un morceau sans effort, et que l’on finit par aimer celui que l’on aurait évité ;
- **le don**, parce qu’une compilation se faisait toujours pour quelqu’un ;
- **la fin**, parce qu’un claquement sec annonçait qu’il était temps de retourner la face, ou de rentrer chez soi.

Un podcast sans coupe, au fond, ce n’est pas très différent. On s’installe, on écoute dans l’ordre, on n’avance pas trop vite. Et quand la cloche sonne, on passe la cassette au suivant.`,
    coverImageUrl: "/starter/article-02.webp",
    isPublished: true,
    daysAgo: 29,
  },
  {
    slug: "ecouter-un-morceau-en-cinq-passages",
    title: "Écouter un morceau en cinq passages",
    excerpt:
      "Une méthode simple pour entendre enfin ce que l’on connaît par cœur. Il faut un morceau, un casque et vingt minutes devant soi.",
    content: `On peut connaître un morceau depuis quinze ans et ne l’avoir jamais vraiment écouté. Il a servi de fond à des trajets, à des vaisselles, à des ruptures ; il fait partie des meubles. Voici une méthode, apprise d’invité en invité, pour le redécouvrir en **cinq écoutes**. Elle marche avec le rap comme avec le reste, et ne demande aucune connaissance particulière.

Choisissez un morceau que vous aimez. Coupez les notifications. Cloche.

## Premier passage : les jambes

Écoutez debout, sans rien analyser, et regardez simplement ce que fait votre corps. La tête suit-elle la caisse claire ? Le pied, la grosse caisse ? Les épaules, autre chose ? Le hip-hop est né de danseurs qui attendaient un moment précis du disque, et de DJ qui avaient remarqué cette attente. **Le corps entend avant la tête** : laissez-lui un tour d’avance.

## Deuxième passage : le sol

Cette fois, ne suivez que la batterie et la basse. Comptez jusqu’à quatre, encore et encore. Au bout d’une minute, vous remarquerez un détail : un coup légèrement en retard, une charleston qui s’absente, une basse qui respire une mesure sur huit. Ce sont ces petites irrégularités qui donnent au morceau sa démarche.

Un exercice : tapez les quatre temps sur la table et essayez de ne pas bouger quand la batterie s’arrête. C’est plus difficile qu’il n’y paraît.

## Troisième passage : les murs

Maintenant, tout ce qui n’est ni rythme ni voix : les boucles, les bruits, les craquements, le morceau d’un autre morceau. Demandez-vous :

- d’où vient ce son, et dans quelle pièce semble-t-il avoir été enregistré ?
- depuis combien de temps tourne-t-il sans que je m’en sois aperçu ?
- que se passe-t-il s’il disparaît au refrain ?

Un producteur nous disait qu’un bon arrangement ressemble à un appartement bien rangé : on ne voit pas le travail, on se sent seulement bien. Cherchez les placards.

## Quatrième passage : la voix, sans les mots

Le plus étrange des cinq. Écoutez la voix comme un instrument, en refusant de comprendre. Où respire-t-elle ? Monte-t-elle en fin de phrase ? Est-elle posée **devant** le temps, comme si elle était pressée, ou **derrière**, comme si tout lui était dû ?

C’est là que se trouve ce que l’on appelle le *flow*, et que l’on confond souvent avec la vitesse. Sœur Cadence le résume mieux que nous :

> La vitesse, c’est combien de mots tu dis. Le flow, c’est combien on en retient.

## Cinquième passage : les mots, enfin

Lisez les paroles pendant que le morceau joue, une seule fois, sans revenir en arrière. Vous connaissez maintenant le sol, les murs et la démarche ; il ne manque que l’histoire. Cherchez-y trois choses seulement :

1. **la première phrase**, parce qu’elle a été réécrite plus que toutes les autres ;
2. **l’image** que vous pourriez raconter à quelqu’un qui ne connaît pas le morceau ;
3. **ce qui n’est pas dit**, car un bon texte a toujours une chaise vide.

## La décision des juges

Reposez le casque et attendez une minute. Le silence qui suit fait partie du morceau, et presque personne ne l’écoute. Puis racontez à quelqu’un ce que vous avez découvert, de préférence à une personne qui n’est pas d’accord avec vous.

Nous ouvrons souvent nos épisodes ainsi, en faisant écouter à nos invités leur propre disque, à l’envers de leurs habitudes. Il leur arrive de ne plus le reconnaître. Il leur arrive aussi de se lever pour danser. **Dans les deux cas, c’est gagné.**`,
    coverImageUrl: null,
    isPublished: true,
    daysAgo: 66,
  },
]
