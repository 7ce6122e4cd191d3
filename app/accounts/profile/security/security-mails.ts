import { siteSettings } from "#app/base/settings/site-settings.server.ts"

type Change = {
  to: string
  /** « 20 novembre 2026 à 14:05 », in Paris. */
  time: string
  /** Where it was done: « Firefox sur Windows ». */
  from: string
}

export function factorAddedMail(publicUrl: string, { to, time, from }: Change) {
  return {
    to,
    subject: `Un second facteur protège votre compte ${siteSettings().podcast.name}`,
    text: `Bonjour,

Un second facteur a été ajouté à votre compte ${siteSettings().podcast.name} (${to}) le ${time} (${from}). Il vous sera demandé à chaque connexion, en plus de votre mot de passe. Gardez vos codes de secours en lieu sûr.

${warning(publicUrl)}`,
  }
}

export function lastFactorRemovedMail(publicUrl: string, { to, time, from }: Change) {
  return {
    to,
    subject: `Votre compte ${siteSettings().podcast.name} n’a plus de second facteur`,
    text: `Bonjour,

Le dernier second facteur de votre compte ${siteSettings().podcast.name} (${to}) a été retiré le ${time} (${from}). Vos codes de secours ne valent plus, et votre mot de passe suffit pour entrer.

${warning(publicUrl)}`,
  }
}

const warning = (
  publicUrl: string,
) => `Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe, ce qui met fin à toutes vos sessions, puis vérifiez vos seconds facteurs dans vos paramètres :

${publicUrl}/auth/forgot-password`
