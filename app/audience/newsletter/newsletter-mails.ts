import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { ofName } from "#app/kit/lib/french.ts"
import type { ConsentOrigin } from "#app/kit/lib/newsletter.ts"

export function confirmationMail(to: string, link: string) {
  return {
    to,
    subject: `Confirmez votre inscription à la newsletter ${ofName(siteSettings().podcast.name)}`,
    text: `Bonjour,

Quelqu’un, sans doute vous, a demandé à inscrire cette adresse à la newsletter ${ofName(siteSettings().podcast.name)}. Pour confirmer, ouvrez ce lien :

${link}

Il reste valable une semaine. Si vous n’avez rien demandé, ignorez ce message : vous ne serez pas inscrit.`,
  }
}

type OwnLinks = Record<"confirm" | "unsubscribe", string>

/** To who subscribed by a comment: nothing else is sent before they confirm, as anybody could have written their address. */
export function welcomeMail(to: string, links: OwnLinks) {
  return askToConfirmMail(to, links, { origin: "comment", wording: null })
}

/** To who is on the list, but never confirmed: until then no letter goes to them. */
export function askToConfirmMail(
  to: string,
  { confirm, unsubscribe }: OwnLinks,
  { origin, wording }: { origin: ConsentOrigin | null; wording: string | null },
) {
  const of = ofName(siteSettings().podcast.name)
  return {
    to,
    subject: `Confirmez votre inscription à la newsletter ${of}`,
    text: `Bonjour,

${reasonOf(origin, wording, of)} Rien ne partira vers vous avant que vous ne l’ayez confirmé, par ce lien :

${confirm}

Vous n’en voulez pas, ou ce n’était pas vous ? Ignorez ce message : aucun autre ne suivra sans votre accord. Ou désabonnez-vous en un clic, sans compte ni mot de passe :

${unsubscribe}`,
    unsubscribeUrl: unsubscribe,
  }
}

function reasonOf(origin: ConsentOrigin | null, wording: string | null, of: string) {
  switch (origin) {
    case "comment":
      return `Vous avez commenté un épisode ${of} : cette adresse est inscrite à notre newsletter, comme annoncé sous le formulaire.`
    case "import":
      return `Cette adresse est sur la liste de la newsletter ${of}${wording ? `, qui dit d’où elle la tient : « ${wording} »` : ""}.`
    default:
      return `Cette adresse est inscrite à la newsletter ${of}.`
  }
}

export function alreadySubscribedMail(to: string, link: string) {
  return {
    to,
    subject: `Vous êtes déjà inscrit à la newsletter ${ofName(siteSettings().podcast.name)}`,
    text: `Bonjour,

Quelqu’un, sans doute vous, a demandé à inscrire cette adresse à la newsletter ${ofName(siteSettings().podcast.name)}. Elle l’est déjà : il n’y a rien à faire.

Pour vous désabonner, en un clic, sans compte ni mot de passe :

${link}`,
    unsubscribeUrl: link,
  }
}

/** To who asked for them, as a link was lost or damaged. */
export function ownLinksMail(
  to: string,
  { preferences, unsubscribe }: Record<"preferences" | "unsubscribe", string>,
) {
  return {
    to,
    subject: `Vos liens pour la newsletter ${ofName(siteSettings().podcast.name)}`,
    text: `Bonjour,

Quelqu’un, sans doute vous, a demandé les liens de cette adresse pour la newsletter ${ofName(siteSettings().podcast.name)}. Ils restent valables, sans compte ni mot de passe.

Pour choisir ce que vous recevez :

${preferences}

Pour vous désabonner, en un clic :

${unsubscribe}`,
    unsubscribeUrl: unsubscribe,
  }
}
