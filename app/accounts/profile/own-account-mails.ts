import { siteSettings } from "#app/base/settings/site-settings.server.ts"

export function newEmailMail(to: string, link: string) {
  return {
    to,
    subject: `Confirmez votre nouvelle adresse pour ${siteSettings().podcast.name}`,
    text: `Bonjour,

Vous avez demandé que cette adresse devienne celle de votre compte sur ${siteSettings().podcast.name}. Ouvrez ce lien dans un navigateur où vous êtes connecté, puis confirmez :

${link}

Ce lien ne sert qu’une fois et reste valable un jour. Si vous n’avez rien demandé, ignorez ce message : rien ne change.`,
  }
}

/** To the address so far, at once: an owner who did not ask has the day of the link to stop it. */
export function newEmailAskedMail(publicUrl: string, { from, to }: { from: string; to: string }) {
  return {
    to: from,
    subject: `Une autre adresse est demandée pour votre compte ${siteSettings().podcast.name}`,
    text: `Bonjour,

L’adresse de votre compte sur ${siteSettings().podcast.name} doit devenir ${to}, une fois confirmée par le lien envoyé là-bas. Si c’est vous, il n’y a rien d’autre à faire.

Si ce n’est pas vous, quelqu’un d’autre se sert de votre compte : choisissez tout de suite un nouveau mot de passe. Cela annule la demande et met fin à toutes les sessions :

${publicUrl}/auth/forgot-password`,
  }
}

export function emailChangedMail(publicUrl: string, { from, to }: { from: string; to: string }) {
  return {
    to: from,
    subject: `L’adresse de votre compte ${siteSettings().podcast.name} a changé`,
    text: `Bonjour,

L’adresse de votre compte sur ${siteSettings().podcast.name} est désormais ${to}. Vos autres sessions sont terminées, et cette adresse-ci n’ouvre plus le compte.

Si ce n’est pas vous, écrivez vite aux hôtes : ils peuvent fermer ce compte.

${publicUrl}/contact`,
  }
}

export function accountDeletedMail(publicUrl: string, to: string) {
  return {
    to,
    subject: `Votre compte ${siteSettings().podcast.name} est supprimé`,
    text: `Bonjour,

Comme vous l’avez demandé, votre compte sur ${siteSettings().podcast.name} est supprimé. Vos commentaires, vos messages et une inscription à la newsletter restent liés à cette adresse : écrivez-nous si vous voulez qu’ils soient effacés aussi, ou si ce n’est pas vous qui avez supprimé le compte.

${publicUrl}/contact`,
  }
}
