import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { decrypt } from "#app/db/encryption.server.ts"
import { readBody } from "#app/kit/http/forms.server.ts"
import { log } from "#app/kit/lib/log.server.ts"
import type { Route } from "./+types/webhook.route"
import { isPaymentKey } from "./payment-address.server.ts"
import { receivePayment } from "./payments.server.ts"
import { readNotice, type ServiceSecrets } from "./read-notice.server.ts"

/** Several times what the largest event of Stripe has. */
const MAX_BYTES = 256_000

const HEADERS = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" }
const say = (text: string, status = 200) => new Response(`${text}\n`, { status, headers: HEADERS })
const unknown = () => say("Cette adresse n’existe pas, ou plus.", 404)

/** For who tries the address in a browser. */
export async function loader({ params }: Route.LoaderArgs) {
  if (!(await isPaymentKey(params.key))) return unknown()
  return say("Cette adresse est la bonne. Les services y annoncent les paiements.")
}

/** Takes what a service tells of a payment (docs/product.md 57). Services tell again what is not answered with 200. */
export async function action({ params, request }: Route.ActionArgs) {
  if (!(await isPaymentKey(params.key))) return unknown()
  const sent = {
    text: await readBody(request, MAX_BYTES),
    contentType: request.headers.get("content-type") ?? "",
    signature: request.headers.get("stripe-signature"),
  }
  const read = readNotice(sent, await findSecrets(), new Date())
  if ("problem" in read) {
    log.info({ problem: read.problem }, "a payment was refused")
    return say(read.problem, 400)
  }
  if ("ignored" in read) return say(`Ignoré\u00a0: ${read.ignored}`)
  return say((await receivePayment(read.notice)) ? "Déjà reçu." : "Reçu.")
}

async function findSecrets(): Promise<ServiceSecrets> {
  const { stripeSecret, kofiToken } = siteSettings().support
  const [stripe, kofi] = await Promise.all([
    stripeSecret && decrypt(stripeSecret, "support.stripeSecret"),
    kofiToken && decrypt(kofiToken, "support.kofiToken"),
  ])
  return { stripe, kofi }
}
