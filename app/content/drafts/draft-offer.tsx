import { use, useEffect, useRef } from "react"
import { Link } from "react-router"
import { FORM } from "#app/kit/form/use-focus-on-edit.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { DRAFT } from "./draft-parameters.ts"
import { FormDraftsContext } from "./form-drafts.ts"
import { useDraftAddress } from "./use-draft-address.ts"

/** Over the form: who else is writing in it, and what it was filled with or could be filled with. */
export function DraftOffer() {
  const others = use(FormDraftsContext)?.othersWriting ?? []
  return (
    <>
      {others.map(({ email, savedAt }) => (
        <p key={email} className="draft-offer">
          {email} écrit ici aussi, dernière frappe {savedAt}. Qui enregistre en second sera averti.
        </p>
      ))}
      <OwnDraft />
    </>
  )
}

function OwnDraft() {
  const drafts = use(FormDraftsContext)
  const address = useDraftAddress()
  useFocusOnFilling(drafts?.isDraftOpen ? `draft-${drafts.userDraft?.id}` : drafts?.openedVersion?.id)
  if (!drafts) return null
  const { userDraft, isDraftOpen, openedVersion, keptAs } = drafts
  if (openedVersion) {
    return (
      <Note text={`Version du ${openedVersion.savedAt}. Enregistrez pour y revenir.`}>
        <Link to={address({})} preventScrollReset className="office-button">
          Revenir à la version actuelle
        </Link>
      </Note>
    )
  }
  if (!userDraft || (!isDraftOpen && keptAs === userDraft.id)) return null
  const discard = (
    <ActionButton label="Jeter" icon="trash" fields={{ intent: "discard", id: String(userDraft.id) }} />
  )
  if (isDraftOpen) return <Note text="Ce formulaire est votre brouillon.">{discard}</Note>
  return (
    <Note text={`Un brouillon enregistré ${userDraft.savedAt} attend :`}>
      <Link to={address({ [DRAFT]: userDraft.id })} preventScrollReset className="office-button">
        Reprendre
      </Link>
      {discard}
    </Note>
  )
}

function Note({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className="draft-offer">
      <p>{text}</p>
      <div className="row-actions">{children}</div>
    </div>
  )
}

/** What comes into the form takes the focus there. */
function useFocusOnFilling(filling: string | number | undefined) {
  const before = useRef(filling)
  useEffect(() => {
    if (filling === before.current) return
    before.current = filling
    const form = filling === undefined ? null : document.getElementById(FORM)
    form?.focus({ preventScroll: true })
    form?.querySelector("h2")?.scrollIntoView({ block: "nearest" })
  }, [filling])
}
