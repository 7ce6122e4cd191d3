import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import { getViewer } from "../../auth/guard.server.ts"
import { MAX_PASSKEYS } from "../../auth/factors/passkeys.schema.ts"
import { FACTOR_AUTHENTICATION_AGE_S } from "../../auth/reauthentication/reauthentication.copy.ts"
import { requireReauthentication } from "../../auth/reauthentication/reauthentication.server.ts"
import { describeBrowser } from "../../auth/browsers.server.ts"
import type { Route } from "./+types/security.route"
import { loadFactors } from "./factors-of-account.server.ts"
import { NewCodesPanel } from "./new-codes-panel.tsx"
import { PasskeysPanel } from "./passkeys-panel.tsx"
import { appRemoval, codesRenewal, passkeyRemoval } from "./questions.ts"
import { RecoveryCodesPanel } from "./recovery-codes-panel.tsx"
import { RenamePasskeyForm } from "./rename-passkey-form.tsx"
import * as actions from "./security-actions.server.ts"
import type { SecurityResponse } from "./security-actions.server.ts"
import { securityIntents } from "./security.schema.ts"
import { TotpPanel } from "./totp-panel.tsx"
import { useNewCodes } from "./use-new-codes.ts"

export { responseHeaders as headers }

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { id } = getViewer(context)
  const { totpSince, passkeys, codesLeft, codesMadeAt } = await loadFactors(id)
  const isOnly = (totpSince ? 1 : 0) + passkeys.length === 1
  const shown = passkeys.map((key) => ({
    id: key.id,
    name: key.name,
    addedOn: formatLongDate(key.createdAt),
    usedOn: key.usedAt && formatLongDate(key.usedAt),
  }))
  const askAbout = (what: "rename-passkey" | "remove-passkey") => (parameters: URLSearchParams) => {
    const passkey = shown.find((key) => key.id === parameters.get("id"))
    return passkey && { what, passkey }
  }
  const asked = await findAsked<Asked>(
    url,
    {
      "remove-totp": () => (totpSince ? { what: "remove-totp" } : undefined),
      "rename-passkey": askAbout("rename-passkey"),
      "remove-passkey": askAbout("remove-passkey"),
      "renew-codes": () => ({ what: "renew-codes" }),
    },
    "Second facteur non trouvé",
  )
  return {
    asked,
    isOnly,
    totpSince: totpSince ? formatLongDate(totpSince) : null,
    passkeys: shown,
    maxPasskeys: MAX_PASSKEYS,
    codesLeft,
    codesMadeAt: codesMadeAt?.toISOString(),
    browser: describeBrowser(request.headers.get("user-agent")),
  }
}

type Passkey = { id: string; name: string; addedOn: string; usedOn: string | null }

/** What the page's address can ask for. */
type Asked =
  { what: "remove-totp" | "renew-codes" } | { what: "rename-passkey" | "remove-passkey"; passkey: Passkey }

export async function action({ context, request }: Route.ActionArgs) {
  const { id, email } = getViewer(context)
  const form = await readForm(request)
  const asked = parseIntent(form, securityIntents)
  await requireReauthentication(context, form, FACTOR_AUTHENTICATION_AGE_S)
  const viewer = { id, email, browser: describeBrowser(request.headers.get("user-agent")) }
  switch (asked.intent) {
    case "start-totp":
      return actions.startApp(viewer)
    case "confirm-totp":
      return actions.confirmApp(asked, form.values.code ?? "", viewer)
    case "remove-totp":
      return actions.removeApp(viewer)
    case "start-passkey":
      return actions.startPasskey(asked, viewer)
    case "add-passkey":
      return actions.saveNewPasskey(asked, viewer)
    case "rename-passkey":
      return actions.saveName(asked, viewer)
    case "remove-passkey":
      return actions.dropPasskey(asked, viewer)
    case "renew-codes":
      return actions.replaceCodes(viewer)
  }
}

export const clientAction = (args: Route.ClientActionArgs) =>
  keepForm(args, ["confirm-totp", "start-passkey", "rename-passkey"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Sécurité du compte")
}

export default function Security({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, isOnly, totpSince, passkeys, codesLeft, codesMadeAt, maxPasskeys, browser } = loaderData
  const response: SecurityResponse | undefined = actionData ?? undefined
  const newCodes = useNewCodes(response, codesMadeAt)
  return (
    <>
      <Link to="/admin/settings" className="inline-flex min-h-11 items-center gap-1 font-semibold underline">
        <Icon name="chevron-left" />
        Paramètres du compte
      </Link>
      <h1 className="poster text-poster-sm">Sécurité du compte</h1>
      <p className="mt-3 max-w-[70ch]">
        Un second facteur protège votre compte même si quelqu’un apprend votre mot de passe. Une application
        d’authentification ou une clé d’accès suffit ; en avoir deux évite de rester dehors.
      </p>
      <div className="mt-6 grid gap-8">
        {asked ? (
          <AskedPanel asked={asked} isOnly={isOnly} response={response} />
        ) : (
          <>
            {newCodes && <NewCodesPanel {...newCodes} />}
            <TotpPanel since={totpSince} isOnly={isOnly} response={response} />
            <PasskeysPanel
              passkeys={passkeys}
              max={maxPasskeys}
              isOnly={isOnly}
              browser={browser}
              response={response}
            />
            {(totpSince || passkeys.length > 0) && <RecoveryCodesPanel left={codesLeft} />}
            <p>
              Un appareil perdu, ou un doute ?{" "}
              <Link to="/admin/settings#sessions" className="font-semibold underline">
                Voir où vous êtes connecté
              </Link>
            </p>
          </>
        )}
      </div>
    </>
  )
}

type AskedProps = { asked: Asked; isOnly: boolean; response: SecurityResponse | undefined }

/** The dialogs of this page as pages, for who has no scripts. */
function AskedPanel({ asked, isOnly, response }: AskedProps) {
  switch (asked.what) {
    case "remove-totp":
      return <QuestionPage {...appRemoval(isOnly)} />
    case "renew-codes":
      return <QuestionPage {...codesRenewal()} />
    case "remove-passkey":
      return <QuestionPage {...passkeyRemoval(asked.passkey, isOnly)} />
    case "rename-passkey":
      return <RenamePasskeyForm passkey={asked.passkey} response={response} />
  }
}
