/** `npm run rescue -- <e-mail>`: takes away a person's lost second factors, also while the site runs. */
import { parseArgs } from "node:util"
import { getSecret } from "#app/db/secrets.server.ts"
import { type Factors, isFactor } from "#app/accounts/auth/factors/factors.server.ts"
import { rescue } from "#app/accounts/profile/security/rescue.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { applySettings } from "#app/kit/lib/settings.server.ts"
import { openSiteDatabase, runCommand, UsageError } from "./command.ts"

const USAGE = "Usage : npm run rescue -- <adresse e-mail du compte>"

await runCommand(USAGE, async (env) => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const email = positionals[0]?.trim().toLowerCase()
  if (positionals.length !== 1 || !email) throw new UsageError()
  applySettings({ ...env, cookieSecret: () => getSecret("cookies") })
  // Its log is of what it takes away, too.
  log.level = "warn"
  await openSiteDatabase(env)
  const rescued = await rescue(email)
  if (!rescued) {
    console.error(`Aucun compte n’a l’adresse ${email} : rien n’a été changé.`)
    process.exitCode = 1
  } else if (!isFactor(rescued.had)) {
    console.log(`Le compte ${email} n’a pas de second facteur : rien n’a été changé.`)
  } else {
    console.log(`Second facteur retiré du compte ${email} : ${listFactors(rescued.had)}.`)
    console.log(`Sessions terminées : ${rescued.sessions}. La personne en est avertie par e-mail.`)
    console.log(
      "Elle se connecte maintenant par son mot de passe (« Mot de passe oublié ? » lui en donne un nouveau), puis ajoute un second facteur dans Paramètres.",
    )
  }
})

function listFactors({ totp, passkeys, codes }: Factors) {
  return [
    ...(totp ? ["application d’authentification"] : []),
    ...(passkeys > 0 ? [`clés d’accès : ${passkeys}`] : []),
    `codes de secours : ${codes}`,
  ].join(", ")
}
