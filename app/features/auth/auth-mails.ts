import { site } from "#site"

export function passwordMail(publicUrl: string, to: string, token: string) {
  return {
    to,
    subject: `Votre nouveau mot de passe sur ${site.name}`,
    text: `Bonjour,

Vous avez demandé à changer votre mot de passe sur ${site.name}. Choisissez-en un nouveau ici :

${publicUrl}/auth/reset-password?token=${encodeURIComponent(token)}

Ce lien ne sert qu’une fois et reste valable une heure. Si vous n’avez rien demandé, ignorez ce message : rien ne change.`,
  }
}

export function confirmationMail(publicUrl: string, to: string, token: string) {
  return {
    to,
    subject: `Confirmez votre adresse pour ${site.name}`,
    text: `Bonjour,

Bienvenue sur ${site.name}. Confirmez que cette adresse est bien la vôtre :

${publicUrl}/auth/verify-email?token=${encodeURIComponent(token)}

Ce lien reste valable un jour. Si vous n’avez pas créé de compte, ignorez ce message.`,
  }
}
