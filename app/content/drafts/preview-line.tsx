import { use, useId, useState } from "react"
import { useRouteLoaderData } from "react-router"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { FoldedLine } from "#app/kit/ui/folded-line.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { type FormDrafts, FormDraftsContext } from "./form-drafts.ts"

/** Secret addresses that show what is not published to people without an account. */
export function PreviewLine() {
  const drafts = use(FormDraftsContext)
  if (!drafts || (drafts.itemId === null && drafts.keptAs === null)) return null
  const { itemId } = drafts
  const draftId = drafts.keptAs ?? drafts.userDraft?.id
  const links = drafts.links.filter((link) => link.draftId === null || link.draftId === draftId)
  return (
    <FoldedLine icon="eye" label="Aperçu" fact={factOf(links.length)}>
      <p className="text-sm text-paper-ink">
        Qui a le lien voit la page sans compte, publiée ou non, jusqu’à ce que vous le révoquiez.
      </p>
      {links.length > 0 && (
        <ul className="version-list">
          {links.map((link) => (
            <PreviewLink key={link.id} {...link} hasSaved={itemId !== null} />
          ))}
        </ul>
      )}
      <div className="row-actions mt-2">
        {itemId !== null && (
          <ActionButton
            label="Lien vers la version enregistrée"
            icon="share-2"
            fields={{ intent: "share", of: "item", id: String(itemId) }}
          />
        )}
        {draftId !== undefined && (
          <ActionButton
            label="Lien vers le brouillon"
            icon="share-2"
            fields={{ intent: "share", of: "draft", id: String(draftId) }}
          />
        )}
      </div>
    </FoldedLine>
  )
}

function factOf(links: number) {
  if (links === 0) return "lien à partager"
  return links === 1 ? "1 lien" : `${links} liens`
}

type Link = FormDrafts["links"][number] & { hasSaved: boolean }

function PreviewLink({ id, draftId, path, createdAt, createdBy, hasSaved }: Link) {
  const root = useRouteLoaderData<{ publicUrl: string }>("root")
  const input = useId()
  const address = path === null ? "" : `${root?.publicUrl ?? ""}${path}`
  return (
    <li className="version-row">
      <div>
        <label htmlFor={input} className="text-sm">
          {draftId === null ? "Version enregistrée" : hasSaved ? "Votre brouillon" : "Ce brouillon"} · lien du{" "}
          {createdAt}
          {createdBy && `, ${createdBy}`}
        </label>
        <input
          id={input}
          readOnly
          value={address || "Adresse perdue : créez un autre lien."}
          onFocus={(event) => event.currentTarget.select()}
          className="control mt-1"
        />
      </div>
      <div className="row-actions">
        {address && <CopyButton text={address} />}
        <ActionButton
          label="Révoquer"
          icon="trash"
          subject={`lien du ${createdAt}`}
          fields={{ intent: "unshare", id: String(id) }}
        />
      </div>
    </li>
  )
}

function CopyButton({ text }: { text: string }) {
  const [said, setSaid] = useState("Copier")
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid("Copié")
    } catch {
      // Not allowed here, or not there: the field beside can be copied from.
      setSaid("Copiez l’adresse à la main")
    }
  }
  return (
    <button type="button" onClick={() => void copy()} className="office-button noscript:hidden">
      <Icon name={said === "Copié" ? "check" : "copy"} />
      <span role="status">{said}</span>
    </button>
  )
}
