import { queueMail } from "#app/base/mail/mail-queue.server.ts"
import { mayMail } from "#app/base/mail/mail-rate-limits.server.ts"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { db } from "#app/db/client.server.ts"
import { toastHeaders } from "#app/kit/http/toast.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { newBrowserMail } from "../auth-mails.ts"
import { describeBrowser } from "../browsers.server.ts"
import { readDeviceKey, rememberDevice } from "../device.server.ts"
import { makeEndSessionsKey } from "./end-sessions.server.ts"

type Person = { id: string; email: string }

/**
 * What follows every way of signing in: a greeting, the browser is known from now on, and the person hears of one that was
 * not.
 *
 * @param headers with the session cookie; the others are added
 */
export async function greet(request: Request, person: Person, headers: Headers) {
  const isKnown = (await readDeviceKey(request, person.email)) !== undefined
  await rememberDevice(request, person.email, headers)
  for (const [name, value] of Object.entries(await toastHeaders(greeting()))) headers.append(name, value)
  if (!isKnown) await tellOfBrowser(person, request.headers.get("user-agent"))
}

/** Who is signed in is not shut out because nobody could be told. */
async function tellOfBrowser({ id, email }: Person, userAgent: string | null) {
  try {
    if (!(await mayMail("browser", email))) return
    const occasion = { at: new Date(), browser: describeBrowser(userAgent) }
    const key = await makeEndSessionsKey(id)
    await db.transaction((tx) => queueMail(tx, newBrowserMail(getSettings().publicUrl, email, occasion, key)))
  } catch (error) {
    log.error(error, "not told of a new browser")
  }
}

const greeting = () =>
  ({
    kind: "success",
    title: "Connexion réussie !",
    description: `Bienvenue sur ${siteSettings().podcast.name}`,
  }) as const
