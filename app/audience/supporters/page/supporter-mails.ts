import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { ofName } from "#app/kit/lib/french.ts"

/** To a supporter who asked for it: the link to their page. */
export function supporterLinkMail(to: string, link: string) {
  const of = ofName(siteSettings().podcast.name)
  return {
    to,
    subject: `Votre espace de soutien ${of}`,
    text: `Bonjour,

Quelqu’un, sans doute vous, a demandé à ouvrir votre espace de soutien ${of}, avec votre flux et ce qui vous est réservé. Ouvrez-le par ce lien :

${link}

Il reste valable une heure, et ne sert qu’une fois. Si vous n’avez rien demandé, ignorez ce message, et ne transmettez pas ce lien : qui l’ouvre entre chez vous.`,
  }
}
