import { actingId } from "#app/db/audit.server.ts"
import type { Intended } from "#app/kit/http/intents.server.ts"
import { respondToClick, respondToastFailure } from "#app/kit/http/responses.server.ts"
import { BINNED_DRAFT, undoOfDeletion } from "../bin/bin.server.ts"
import { DRAFT } from "./draft-parameters.ts"
import type { draftIntents } from "./drafts.schema.ts"
import { discardDraft } from "./drafts.server.ts"
import type { Drafted } from "./hold-item.server.ts"
import { MAX_LINKS, share, unshare } from "./preview-links.server.ts"

export type DraftIntent = Intended<typeof draftIntents>

/**
 * Does what a manager's page asks for with drafts and secret addresses.
 *
 * @param page the manager's own address without a draft, for when the one in the form goes
 * @param isOwn they may close the addresses only that they opened
 */
export function runDraftAction(asked: DraftIntent, url: URL, type: Drafted, page: string, isOwn: boolean) {
  const userId = actingId() ?? ""
  if (!asked.ok) return respondToastFailure("Cette demande est incomplète : rechargez la page.", 400)
  const { id } = asked.value
  if (asked.intent === "discard") {
    const isOpen = url.searchParams.get(DRAFT) === String(id)
    return respondToClick(
      async () => {
        const title = await discardDraft(id, userId)
        if (title === undefined) return undefined
        return {
          title: "Brouillon jeté",
          description: `«\u00a0${title}\u00a0» est dans la corbeille.`,
          undo: await undoOfDeletion(BINNED_DRAFT, id),
        }
      },
      "Impossible de jeter le brouillon",
      isOpen ? page : undefined,
    )
  }
  if (asked.intent === "unshare") {
    return respondToClick(
      async () =>
        (await unshare(id, type, isOwn ? userId : undefined)) ? "Lien d’aperçu révoqué" : undefined,
      "Impossible de révoquer ce lien",
    )
  }
  const isItem = asked.value.of === "item"
  return respondToClick(async () => {
    const shared = await share({ itemId: isItem ? id : null, draftId: isItem ? null : id }, userId, type)
    if (shared === "too-many") return `Il y a déjà ${MAX_LINKS} liens : révoquez-en un`
    return shared ? "Lien d’aperçu créé" : undefined
  }, "Impossible de créer un lien d’aperçu")
}
