import { ofName } from "#app/lib/french.ts"
import { siteSettings } from "../settings/site-settings.server.ts"

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

/** To who subscribed by a comment: nobody is on the list without having been told, nor without a way out. */
export function welcomeMail(to: string, link: string) {
  return {
    to,
    subject: `Vous êtes inscrit à la newsletter ${ofName(siteSettings().podcast.name)}`,
    text: `Bonjour,

Vous avez commenté un épisode ${ofName(siteSettings().podcast.name)} : cette adresse est désormais inscrite à notre newsletter, comme annoncé sous le formulaire.

Vous n’en voulez pas, ou ce n’était pas vous ? Désabonnez-vous en un clic, sans compte ni mot de passe :

${link}`,
    unsubscribeUrl: link,
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
