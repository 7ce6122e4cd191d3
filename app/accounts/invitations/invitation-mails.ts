import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { type Role, INVITED_LABELS } from "#app/kit/lib/roles.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"

type Invitation = { email: string; role: Role; link: string; expiresAt: Date }

export function invitationMail({ email, role, link, expiresAt }: Invitation, invitedBy: string) {
  return {
    to: email,
    subject: `Votre invitation sur ${siteSettings().podcast.name}`,
    text: `Bonjour,

${invitedBy} vous invite à rejoindre ${siteSettings().podcast.name} avec le rôle « ${INVITED_LABELS[role]} ». Créez votre compte ici :

${link}

Ce lien ne sert qu’une fois et reste valable une semaine, jusqu’au ${formatLongTime(expiresAt)}. Ne le transmettez à personne. Si vous n’attendiez pas cette invitation, ignorez ce message : aucun compte n’est créé.`,
  }
}
