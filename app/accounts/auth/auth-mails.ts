import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"

/** @param browser as `describeBrowser` has it */
export type Occasion = { at: Date; browser: string }

const described = ({ at, browser }: Occasion) => `Le ${formatLongTime(at)} (heure de Paris), ${browser}`

export function passwordMail(publicUrl: string, to: string, token: string) {
  return {
    to,
    subject: `Votre nouveau mot de passe sur ${siteSettings().podcast.name}`,
    text: `Bonjour,

Vous avez demandé à changer votre mot de passe sur ${siteSettings().podcast.name}. Choisissez-en un nouveau ici :

${publicUrl}/auth/reset-password?token=${encodeURIComponent(token)}

Ce lien ne sert qu’une fois et reste valable une heure. Si vous n’avez rien demandé, ignorez ce message : rien ne change.`,
  }
}

export function confirmationMail(publicUrl: string, to: string, token: string) {
  return {
    to,
    subject: `Confirmez votre adresse pour ${siteSettings().podcast.name}`,
    text: `Bonjour,

Bienvenue sur ${siteSettings().podcast.name}. Confirmez que cette adresse est bien la vôtre :

${publicUrl}/auth/verify-email?token=${encodeURIComponent(token)}

Ce lien reste valable un jour. Si vous n’avez pas créé de compte, ignorez ce message.`,
  }
}

export function newBrowserMail(publicUrl: string, to: string, occasion: Occasion, key: string) {
  return {
    to,
    subject: `Nouvelle connexion à votre compte sur ${siteSettings().podcast.name}`,
    text: `Bonjour,

Quelqu’un, sans doute vous, s’est connecté à votre compte sur ${siteSettings().podcast.name} avec un navigateur qui n’y avait jamais servi :

${described(occasion)}

C’était vous ? Il n’y a rien à faire.

Ce n’était pas vous ? Fermez toutes les sessions de votre compte, puis choisissez un nouveau mot de passe :

${publicUrl}/auth/end-sessions?cle=${encodeURIComponent(key)}

Ce lien ne sert qu’une fois et reste valable sept jours.`,
  }
}

/** @param left how many codes were not used yet */
export function recoveryCodeMail(publicUrl: string, to: string, occasion: Occasion, left: number) {
  return {
    to,
    subject: `Un code de secours a servi sur ${siteSettings().podcast.name}`,
    text: `Bonjour,

Quelqu’un, sans doute vous, s’est connecté à votre compte sur ${siteSettings().podcast.name} avec votre mot de passe et un code de secours :

${described(occasion)}

${leftText(left)}

C’était vous ? Si votre application d’authentification est perdue, remplacez-la dans vos paramètres :

${publicUrl}/admin/settings

Ce n’était pas vous ? Choisissez tout de suite un nouveau mot de passe, ce qui ferme toutes les sessions, puis de nouveaux codes de secours :

${publicUrl}/auth/forgot-password`,
  }
}

function leftText(left: number) {
  if (left === 0) return "Il ne vous reste aucun code de secours : créez-en de nouveaux dans vos paramètres."
  return left === 1 ? "Il vous reste 1 code de secours." : `Il vous reste ${left} codes de secours.`
}
