import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { ofName } from "#app/kit/lib/french.ts"
import { spellDay } from "../people/spell-until.ts"

/** To a supporter who asked for it: the link to their page. */
export function supporterLinkMail(to: string, link: string) {
  const of = ofPodcast()
  return {
    to,
    subject: `Votre espace de soutien ${of}`,
    text: `Bonjour,

Quelqu’un, sans doute vous, a demandé à ouvrir votre espace de soutien ${of}, avec votre flux et ce qui vous est réservé. Ouvrez-le par ce lien :

${link}

Il reste valable une heure, et ne sert qu’une fois. Si vous n’avez rien demandé, ignorez ce message, et ne transmettez pas ce lien : qui l’ouvre entre chez vous.`,
  }
}

type Supporter = {
  email: string
  name: string
  /** The last day; null is for good. */
  until: string | null
}

/** To somebody who began to support the podcast. @param page where links to one's page are asked for */
export function welcomeMail({ email, name, until }: Supporter, link: string, page: string) {
  const of = ofPodcast()
  return {
    to: email,
    subject: `Merci de votre soutien ${of}`,
    text: `${greet(name)}

Merci de votre soutien${until === null ? "" : `, jusqu’au ${spellDay(until)}`} ! Votre espace vous attend, avec votre flux à vous, pour l’application que vous avez déjà, et ce qui vous est réservé. Ouvrez-le par ce lien :

${link}

Il reste valable sept jours, et ne sert qu’une fois : ne le transmettez pas. Plus tard, vous en recevrez un autre ici, sans mot de passe :

${page}`,
  }
}

/** To somebody whose support ends soon. @param where one supports the podcast */
export function reminderMail({ email, name, until }: Supporter & { until: string }, where: string) {
  const of = ofPodcast()
  return {
    to: email,
    subject: `Votre soutien ${of} s’arrête le ${spellDay(until)}`,
    text: `${greet(name)}

Votre soutien ${of} va jusqu’au ${spellDay(until)}. Pour continuer sans que rien ne change dans votre application :

${where}

Sinon, merci de tout cœur : votre flux restera là, avec les épisodes de tout le monde.`,
  }
}

/** To somebody whose support has ended. */
export function endMail({ email, name, until }: Supporter & { until: string }, where: string) {
  const of = ofPodcast()
  return {
    to: email,
    subject: `Votre soutien ${of} est terminé`,
    text: `${greet(name)}

Votre soutien ${of} s’est terminé le ${spellDay(until)}. Merci de tout cœur ! Votre flux reste là, avec les épisodes de tout le monde ; ce qui est réservé attend votre retour :

${where}`,
  }
}

const greet = (name: string) => (name === "" ? "Bonjour," : `Bonjour ${name},`)
const ofPodcast = () => ofName(siteSettings().podcast.name)
