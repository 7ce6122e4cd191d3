import { sendsRealMail } from "#app/base/mail/smtp.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { escapeMarkdown } from "#app/kit/lib/markdown/escape.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { MENTIONS, PRIVACY } from "./legal-pages.ts"

const MODERATION = {
  none: "Les commentaires sont publiés immédiatement",
  links:
    "Les commentaires qui contiennent des liens peuvent être relus avant de paraître, les autres sont publiés immédiatement",
  all: "Les commentaires sont relus par l’équipe avant de paraître",
}

/** What of the site itself, beside its settings, a legal page tells. */
export type LegalFacts = { hasSupporters: boolean }

/**
 * What the two legal pages say while the hosts have not written their own: what the site really does, by its settings,
 * and who answers for it. Only what hosts have not said is marked « [à compléter : …] ».
 *
 * @param facts.hasSupporters whether somebody supports the podcast
 */
export function makeLegalTexts({ hasSupporters }: LegalFacts) {
  const { podcast, rules, legal, retention, audience } = siteSettings()
  const { name } = podcast
  const contact = said(legal.contactEmail, "adresse de contact")
  const editor = [said(legal.editorName, "nom et prénom, ou raison sociale"), said(legal.editorForm)]
  const hosted = `${said(legal.hostName, "nom de l’hébergeur")} (${said(legal.hostCountry, "pays")})`
  const moderation =
    rules.comments === "closed"
      ? "Les commentaires ne sont plus ouverts, sauf sous certains épisodes ; ils sont publiés"
      : MODERATION[rules.moderation]
  const subscribing =
    rules.newsletterConsent === "automatic"
      ? "Commenter un épisode vous inscrit à la newsletter"
      : "Commenter un épisode vous inscrit à la newsletter si vous cochez la case"
  const mailing = sendsRealMail()
    ? ` et le service d’envoi des e-mails ${said(legal.mailService, "nom et pays")}`
    : ". Le site n’envoie pas d’e-mails"
  const messagesKept =
    retention.messageMonths > 0
      ? `${retention.messageMonths} mois après leur réception`
      : said(legal.messagesKept, "durée, par exemple un an")
  const unsubscribedKept =
    retention.unsubscribedMonths > 0
      ? `${retention.unsubscribedMonths} mois pour respecter votre refus`
      : said(legal.newsletterProof, "durée de conservation de la preuve et du refus")
  const unconfirmedKept =
    retention.unconfirmedMonths > 0
      ? `\u202f; une inscription en commentant, jamais confirmée, est effacée ${retention.unconfirmedMonths} mois après l’e-mail qui le demande`
      : ""
  // Beside a PostgreSQL server, copies are its operator's.
  const copiesKept = getSettings().databaseUrl
    ? ""
    : `\n- Sauvegardes : les copies quotidiennes que fait le site sont gardées ${inDays(retention.dailyCopies)}.`

  const binKept = `\n- Commentaires et messages supprimés\u00a0: gardés ${inDays(retention.binDays)} dans une corbeille, ou effacés aussitôt si vous le demandez.`

  const supporting = hasSupporters
    ? "**Soutiens.** Si vous soutenez le podcast\u00a0: votre adresse, votre nom si nous l’avons, le palier, jusqu’à quand et par où vous le soutenez, et ce que nous en notons. Le paiement se fait ailleurs\u00a0: ce site n’en reçoit ni carte ni compte bancaire\u202f; le service où vous payez peut lui annoncer votre nom, votre adresse, le montant et le jour. Pour voir si l’adresse d’un flux circule, le site compte de combien de réseaux il est demandé chaque jour, par des empreintes dont la clé est détruite le lendemain. *Base\u00a0: l’exécution du service.*\n\n"
    : ""
  const supportKept = hasSupporters
    ? `\n- Soutiens\u00a0: tant que vous soutenez le podcast, puis ${retention.supporterMonths > 0 ? `${retention.supporterMonths} mois` : "jusqu’à votre demande d’effacement"}. Ce qui est annoncé d’un paiement\u00a0: 30 jours, ou jusqu’à ce qu’on sache de qui il est\u202f; le nombre de réseaux\u00a0: une semaine.`
    : ""

  const measured = audience.isCounted
    ? `**Audience.** Pour savoir combien de fois ses épisodes sont écoutés, avec quelles applications et depuis quel pays, quelles pages sont lues et jusqu’où l’on écoute dans son lecteur, ici ou sur un autre site qui le montre (seul le nom de ce site est noté), le site compte lui-même ce qu’il envoie. Il ne dépose pour cela aucun cookie et n’enregistre aucune adresse IP\u00a0: l’adresse et le nom de l’application sont réduits à une empreinte, dont la clé est tirée au hasard chaque jour. La nuit suivante, la clé et les empreintes sont détruites\u202f; il ne reste que des totaux, gardés 25 mois par jour, puis par mois. Ils ne sont rapprochés d’aucun compte ni d’aucune adresse, et personne d’autre ne les reçoit. Vous pouvez [demander à ne pas être compté](/mesure). *Base\u00a0: notre intérêt légitime à mesurer notre audience.*\n\n`
    : ""

  return {
    [MENTIONS]: {
      metaDescription:
        "Éditeur, direction de la publication, hébergeur, propriété intellectuelle et signalement d’un contenu.",
      content: `## Éditeur du site

Ce site est édité par **${editor.filter(Boolean).join(", ")}**.

- Adresse : ${said(legal.editorAddress, "adresse postale")}
- Téléphone : ${said(legal.editorPhone, "numéro de téléphone")}
- Adresse e-mail : ${contact}
- Immatriculation : ${said(legal.editorRegistration, "numéro SIREN ou RNA, ou « aucune »")}

## Directeur ou directrice de la publication

${said(legal.director, "nom et prénom de la personne responsable de la publication")}

## Hébergeur

Le site est hébergé par **${said(legal.hostName, "nom de l’hébergeur")}**, ${said(legal.hostAddress, "adresse postale de l’hébergeur")}, ${said(legal.hostPhone, "numéro de téléphone de l’hébergeur")}.

## Propriété intellectuelle

Sauf indication contraire, les textes, les enregistrements, les images et le nom ${ofName(name)} appartiennent à leur éditeur ou à leurs auteurs respectifs. Vous pouvez partager librement l’adresse de chaque page et citer de courts extraits en indiquant la source. Pour toute autre utilisation, écrivez-nous par la page [Contact](/contact).

## Commentaires

${moderation}, sous la responsabilité de leurs auteurs. L’équipe peut retirer à tout moment un commentaire contraire à la loi, injurieux ou hors sujet. Pour signaler un contenu, indiquez l’adresse de la page et le motif du signalement par la page [Contact](/contact) : ${said(legal.reportDelay, "délai habituel de réponse")}.

## Liens vers d’autres sites

Le site contient des liens vers des plateformes d’écoute, de vidéo et des réseaux sociaux. Leur contenu et leurs pratiques ne dépendent pas de nous.

## Données personnelles

Ce que le site enregistre, pourquoi et comment le faire effacer : tout est dans la [politique de confidentialité](/page/${PRIVACY}).`,
    },
    [PRIVACY]: {
      metaDescription:
        "Ce que le site enregistre, ce qu’il n’enregistre pas, les cookies, la newsletter et la façon d’exercer vos droits.",
      content: `## En bref

- **Aucun traceur publicitaire, aucune mesure d’audience par un tiers, aucun cookie tiers.**
- Lire, chercher et écouter ne demande ni compte ni adresse e-mail.
- Votre adresse e-mail n’est jamais affichée ni transmise à d’autres visiteurs.
- ${subscribing} : c’est indiqué avant l’envoi, et chaque message contient un lien pour se désabonner.

## Responsable du traitement

${said(legal.editorName, "nom ou raison sociale")}, ${said(legal.editorAddress, "adresse postale")}, adresse e-mail : ${contact}

## Ce que votre navigateur charge

Les pages, les caractères et le code viennent de ce site. Trois exceptions seulement :

- **les images et les médias** qu’un contenu va chercher ailleurs : si une illustration ou une vidéo est hébergée sur un autre site, votre navigateur la demande à cet autre site, qui reçoit alors votre adresse IP ;
- **le fichier audio d’un épisode**, quand il est hébergé ailleurs, et seulement **quand vous lancez la lecture** ;
- **le lecteur YouTube**, qui n’est chargé, en mode de confidentialité avancée, **qu’après votre clic**. Tant que vous ne cliquez pas, rien n’est demandé à YouTube. Ensuite, ses propres règles s’appliquent.

Les liens vers les plateformes et les réseaux sociaux sont de simples liens : rien ne leur est envoyé avant que vous ne les suiviez.

## Cookies et stockage local

- **Cookie de session** : déposé uniquement lorsqu’une personne se connecte à un compte, pour qu’elle le reste. Il est inaccessible aux scripts et disparaît à la déconnexion ou à son expiration.
- **\`cko_device\`** : cookie d’un an, déposé seulement sur les pages de connexion d’une personne qui s’est déjà connectée dans ce navigateur : les essais de mots de passe d’inconnus ne peuvent alors pas l’empêcher d’entrer. L’adresse de son compte n’y est pas lisible.
- **\`cko_soutien\`** : cookie de 90 jours, déposé seulement lorsqu’un soutien du podcast ouvre son espace par le lien reçu par e-mail, et lu sur cette page seulement. Il disparaît par « Oublier cet appareil ».
- **\`sidebar:state\`** : cookie de confort du back-office, qui retient pendant sept jours si le menu est ouvert. Les visiteurs ne le reçoivent pas.
- **\`scheme:state\`** : cookie de confort du back-office, qui retient pendant un an si on l’a voulu clair ou sombre. Les visiteurs ne le reçoivent pas.
- **\`cko-recent\`** : les dernières pages du back-office ouvertes par sa recherche, gardées dans le stockage de l’onglet jusqu’à sa fermeture, jamais transmises.
- **\`cko_toast\`** : cookie d’une minute au plus, qui porte d’une page à la suivante le message d’une action (« Connexion réussie »).
- **\`cko_session_id\`** : identifiant tiré au hasard, gardé dans le stockage local de votre navigateur. Il permet de ne compter qu’un « j’aime » par épisode et de le retirer. Il est transmis à ce site et enregistré avec le « j’aime » ; il ne contient ni votre nom ni votre adresse. Vous pouvez l’effacer dans les réglages de votre navigateur.
- **\`cko-positions\` et \`cko-speed\`** : où vous en étiez dans les épisodes écoutés, et à quelle vitesse. Gardés dans votre navigateur, jamais transmis.

Ces éléments sont nécessaires au fonctionnement demandé ; ils ne servent ni à la publicité ni au suivi, et c’est pourquoi aucun bandeau ne vous interrompt.

## Ce que nous enregistrons

**Commentaires.** Votre nom, votre adresse e-mail, votre texte et la date. Le nom, le texte et la date sont publics ; l’adresse ne l’est jamais. *Base : l’exécution du service que vous demandez et notre intérêt légitime à modérer.*

**Newsletter.** Votre adresse, votre nom si vous l’avez donné, la date et l’origine de l’inscription, ainsi que le texte qui vous a été présenté à ce moment-là, conservé comme preuve. Avant de vous écrire, nous vous demandons de confirmer par e-mail. Les lettres ne contiennent ni pixel ni lien qui dirait si vous les lisez. Si vous vous désabonnez, un commentaire ultérieur ne vous réinscrira pas. *Base : ${said(legal.newsletterBasis, "consentement ou autre base retenue")}.*

${supporting}**Messages de contact.** Votre nom, votre adresse, l’objet et le texte, pour pouvoir vous répondre. *Base : notre intérêt légitime à répondre aux messages reçus.*

**Comptes.** Pour les personnes inscrites : adresse e-mail, mot de passe (sous forme d’empreinte irréversible), rôle, sessions ouvertes et, si elles les renseignent, prénom, nom, date de naissance et pays. *Base : l’exécution du service.*

**Limites.** Pour repousser les essais de mots de passe et les envois en masse, une empreinte de votre adresse IP, gardée un jour au plus ; sa clé change chaque jour et l’ancienne est détruite. L’adresse elle-même n’est pas enregistrée. *Base : notre intérêt légitime à protéger le site.*

**Vues.** Chaque ouverture d’un épisode augmente un simple compteur : il ne retient pas qui l’a ouvert.

${measured}## Qui y a accès

Les personnes qui administrent le site et, pour les commentaires, celles qui les modèrent. Nous ne vendons ni ne louons aucune donnée. Interviennent pour notre compte : l’hébergeur ${hosted}${mailing}.

## Combien de temps

- Commentaires : tant que l’épisode est en ligne, ou jusqu’à votre demande d’effacement.
- Newsletter : une demande d’inscription par formulaire n’est enregistrée qu’une fois confirmée${unconfirmedKept}. L’inscription vaut jusqu’à votre désabonnement, puis ${unsubscribedKept}.${supportKept}
- Messages de contact : ${messagesKept}.
- Comptes : jusqu’à leur suppression.
- Journal de ce que fait l’équipe : ${retention.logMonths} mois.
- E-mails que le site n’a pas pu envoyer : ${inDays(retention.failedMailDays)}.${binKept}${copiesKept}

## Vos droits

Vous pouvez demander l’**accès** à vos données, leur **rectification**, leur **effacement**, la limitation de leur traitement, leur portabilité, ou vous opposer à leur utilisation. Écrivez à **${contact}** ou passez par la page [Contact](/contact) ; nous répondons dans un délai d’un mois. Précisez l’adresse e-mail utilisée sur le site, afin que nous retrouvions ce qui vous concerne.

Si la réponse ne vous convient pas, vous pouvez saisir l’autorité de protection des données de votre pays (en France, la CNIL).`,
    },
  }
}

function inDays(days: number) {
  return `${days} jour${days > 1 ? "s" : ""}`
}

/** What hosts said, as plain text on one line of Markdown; else what is missing, if it has to be said. */
function said(value: string, missing?: string) {
  if (value === "") return missing ? `[à compléter : ${missing}]` : ""
  return escapeMarkdown(value.replace(/\s*\n\s*/g, ", "))
}
