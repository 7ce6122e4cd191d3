import { data, type RouterContextProvider } from "react-router"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { saveGroup } from "#app/base/settings/save-settings.server.ts"
import type { SentForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { orElse, respondFailure, respondInvalid, respondToClick } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { isOwnAddress } from "#app/podcast/feeds-in/own-address.server.ts"
import type { Finding } from "#app/podcast/migration/look/feed-findings.ts"
import { MIGRATION_OUT } from "../migration-addresses.ts"
import { lookAtNewFeed } from "#app/podcast/migration/look/look-at-new-feed.server.ts"
import { findingsOfNew } from "#app/podcast/migration/look/new-feed-findings.ts"
import { migrationOutIntents } from "./out.schema.ts"

/** Does what a form of the page asks for by which a podcast moves out. */
export async function runOut(context: Readonly<RouterContextProvider>, form: SentForm) {
  const asked = parseIntent(form, migrationOutIntents)
  // Unlocked, other hosts take the feed over.
  if (asked.intent === "forward" || asked.intent === "unlock") await requireReauthentication(context, form)
  if (asked.intent !== "forward" && asked.intent !== "look-new")
    return respondToClick(() => change(asked.intent), "Impossible de changer le flux")
  if (!asked.ok) return respondInvalid(asked)
  const { values } = form
  const { address, redirects, isSure } = asked.value
  return orElse(
    async () => {
      const findings = findingsOfNew(await lookAtNewFeed(address), address)
      const isRight = findings.every(({ state }) => state !== "fix")
      if (asked.intent === "look-new") return respondFindings(values, findings)
      if (isOwnAddress(address))
        return respondFindings(values, findings, "Cette adresse est celle de ce site.")
      if (!isRight && !isSure) return respondFindings(values, findings, NOT_RIGHT)
      await saveGroup("feed", { newAddress: address, redirects })
      return redirectWithToast(MIGRATION_OUT, {
        kind: "success",
        title: "Les abonnés suivent la nouvelle adresse",
      })
    },
    () => respondFailure(values, "Impossible de changer le flux"),
  )
}

const NOT_RIGHT = "Ce qui suit n’est pas en ordre\u00a0: rien n’a été changé."

function respondFindings(values: SentForm["values"], findings: Finding[], error?: string) {
  return data(
    { values, errors: error === undefined ? {} : { address: error }, findings },
    error === undefined ? 200 : 400,
  )
}

async function change(intent: "unlock" | "lock" | "come-back") {
  if (intent === "come-back") {
    await saveGroup("feed", { newAddress: "", redirects: false, isLocked: true })
    return "Le flux est de nouveau ici"
  }
  await saveGroup("feed", { isLocked: intent === "lock" })
  return intent === "lock" ? "Flux verrouillé" : "Flux déverrouillé"
}
