import type { RouterContextProvider } from "react-router"
import { getViewer } from "#app/accounts/auth/guard.server.ts"
import { requireReauthentication } from "#app/accounts/auth/reauthentication/reauthentication.server.ts"
import { letterAddress } from "#app/audience/letters/manage/letter-list.ts"
import { saveGroup } from "#app/base/settings/save-settings.server.ts"
import type { SentForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import {
  orElse,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  respondToClick,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { isOwnAddress } from "#app/podcast/feeds-in/own-address.server.ts"
import { findingsOfNewSite } from "../addresses/address-findings.ts"
import { lookAtNewSite } from "../addresses/look-at-sites.server.ts"
import { respondFindings } from "../answers.ts"
import { MIGRATION_OUT } from "../migration-addresses.ts"
import { lookAtNewFeed } from "#app/podcast/migration/look/look-at-new-feed.server.ts"
import { findingsOfNew } from "#app/podcast/migration/look/new-feed-findings.ts"
import { draftMovingLetter } from "./moving-letter.server.ts"
import { migrationOutIntents } from "./out.schema.ts"

/** Does what a form of the page asks for by which a podcast moves out. */
export async function runOut(context: Readonly<RouterContextProvider>, form: SentForm) {
  const asked = parseIntent(form, migrationOutIntents)
  // Unlocked, other hosts take the feed over.
  if (asked.intent === "forward" || asked.intent === "unlock") await requireReauthentication(context, form)
  if (asked.intent === "write-letter") return writeLetter(getViewer(context).id)
  if (asked.intent !== "forward" && asked.intent !== "look-new" && asked.intent !== "look-site")
    return respondToClick(() => change(asked.intent), "Impossible de changer le flux")
  if (!asked.ok) return respondInvalid(asked)
  const { values } = form
  if (asked.intent === "look-site")
    return orElse(
      async () => respondFindings(values, findingsOfNewSite(await lookAtNewSite(asked.value.site))),
      () => respondFailure(values, "Impossible de vérifier le nouveau site"),
    )
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

/** Leads to the letter, which nobody receives before somebody sends it from there. */
function writeLetter(authorId: string) {
  return orElse(
    async () => {
      const { id, isNew } = await draftMovingLetter(authorId)
      return redirectWithToast(letterAddress(id), {
        kind: "success",
        title: isNew ? "Brouillon créé\u00a0: relisez-le, puis envoyez-le" : "Cette lettre était déjà là",
      })
    },
    () => respondToastFailure("Impossible de préparer la lettre", 500),
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
