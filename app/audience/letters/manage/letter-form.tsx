import { useEffect, useMemo, useState } from "react"
import { Link } from "react-router"
import { SCHEDULED } from "#app/accounts/auth/reauthentication/dangerous-actions.ts"
import { type FormOf, ManagerForm } from "#app/content/manager-form.tsx"
import { type BlockTool, BlockToolsContext } from "#app/kit/form/block-tools.ts"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { SelectField, TextField } from "#app/kit/form/field.tsx"
import { labelledFieldsOf } from "#app/kit/form/fields-of.ts"
import { MarkdownField } from "#app/kit/form/markdown-field.tsx"
import { LETTER_TOPICS } from "#app/kit/lib/letters.ts"
import { Dialog } from "#app/kit/ui/dialog.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import type { IconName } from "#app/kit/ui/icon.tsx"
import { BLOCK_KINDS, type BlockChoice, type BlockKind, BLOCKS_PATH } from "./blocks.ts"
import type { letterSchema } from "./letter-form.schema.ts"
import { LETTERS } from "./letter-list.ts"
import { TOPIC_LABELS } from "./letters.copy.ts"
import type { letterType } from "./type.server.ts"

type Props = FormOf<typeof letterType> & {
  /** What comes of it, beside its form and below. */
  checks?: React.ReactNode
  below?: React.ReactNode
}

const NEW = { topic: "letters", isArchived: true } as const
const TOPICS = LETTER_TOPICS.map((topic) => ({ value: topic, label: TOPIC_LABELS[topic] }))

export function LetterForm({ started, isScheduled, sender, ...props }: Props) {
  const { edited, fields, response } = props
  const { field, tick } = labelledFieldsOf<typeof letterSchema>(
    fields,
    response,
    edited ?? { ...NEW, ...started },
  )
  return (
    <BlockPicker>
      <ManagerForm
        {...props}
        title={edited ? "Modifier la lettre" : "Nouvelle lettre"}
        submitLabel={edited ? "Mettre à jour" : "Créer la lettre"}
        beside={
          edited && (
            <Link to={`${LETTERS.path}/new?copy=${edited.id}`} className="underline">
              Dupliquer
            </Link>
          )
        }
      >
        {isScheduled && <HiddenFields fields={{ [SCHEDULED]: "on" }} />}
        <TextField {...field("title")} />
        <TextField
          {...field("previewText")}
          hint="Ce que les messageries montrent à côté de l’objet, avant qu’on ouvre la lettre."
        />
        <div className="form-pair">
          <SelectField
            {...field("topic")}
            options={TOPICS}
            hint="Seuls les abonnés qui ont choisi ce thème la reçoivent."
          />
          <TextField
            {...field("senderName")}
            placeholder={sender}
            hint="Vide, c’est celui de tous les e-mails du site."
          />
        </div>
        <MarkdownField {...field("content")} rows={20} hint={HELP} />
        <CheckboxField {...tick("isArchived")} />
      </ManagerForm>
    </BlockPicker>
  )
}

const HELP =
  "Seule sur sa ligne, l’adresse d’un épisode, d’une actualité, d’un article ou d’une page devient sa fiche, et un autre lien un bouton."

const TOOLS: Record<BlockKind, { icon: IconName; label: string; title: string }> = {
  episode: { icon: "mic", label: "Épisode", title: "Insérer un épisode" },
  news: { icon: "newspaper", label: "Actualité", title: "Insérer une actualité" },
  article: { icon: "pen-line", label: "Article", title: "Insérer un article" },
}
const BUTTON: BlockTool = {
  icon: "external-link",
  label: "Bouton",
  pick: () => Promise.resolve("[Texte du bouton](https://…)"),
}

type Asked = { kind: BlockKind; answer: (address: string | undefined) => void }

/** Offers the text's tools cards of what is on the site, chosen in a dialog, and buttons. */
function BlockPicker({ children }: { children: React.ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const tools = useMemo(
    () => [
      ...BLOCK_KINDS.map((kind): BlockTool => ({
        icon: TOOLS[kind].icon,
        label: TOOLS[kind].label,
        pick: () => new Promise((answer) => setAsked({ kind, answer })),
      })),
      BUTTON,
    ],
    [],
  )
  const finish = (address?: string) => {
    setAsked(null)
    asked?.answer(address)
  }
  return (
    <>
      <BlockToolsContext value={tools}>{children}</BlockToolsContext>
      {/* Beside the form: what is typed here is none of its fields. */}
      <Dialog isOpen={asked !== null} onClose={() => finish()} title={asked ? TOOLS[asked.kind].title : ""}>
        {asked && <BlockChoices kind={asked.kind} onChoose={finish} />}
      </Dialog>
    </>
  )
}

type BlockChoicesProps = { kind: BlockKind; onChoose: (address: string) => void }

/** The newest of one kind, and what a search finds of it. */
function BlockChoices({ kind, onChoose }: BlockChoicesProps) {
  const [search, setSearch] = useState("")
  const found = useFound(kind, search)
  return (
    <>
      <label className="grid gap-1 font-semibold">
        Titre
        <input
          type="text"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className="control"
        />
      </label>
      <div role="status" className="mt-3">
        {found === null && "Recherche…"}
        {found === "failed" && (
          <span className="font-semibold text-blood-dark">
            Le site ne répond pas. Vérifiez votre connexion, puis cherchez à nouveau.
          </span>
        )}
        {Array.isArray(found) && found.length === 0 && "Rien ne correspond."}
      </div>
      {Array.isArray(found) && (
        <ul className="block-choices">
          {found.map(({ id, title, detail, address }) => (
            <li key={id}>
              <button type="button" onClick={() => onChoose(address)}>
                <span className="font-semibold">{title}</span>
                {detail && <span className="text-sm text-paper-ink">{detail}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** So long after the last letter, nobody is typing. */
const PAUSE_MS = 200

type Found = BlockChoice[] | "failed" | null

function useFound(kind: BlockKind, search: string) {
  const [found, setFound] = useState<Found>(null)
  useEffect(() => {
    const stop = new AbortController()
    const look = async () => {
      const address = `${BLOCKS_PATH}?${new URLSearchParams({ kind, q: search })}`
      try {
        const response = await fetch(address, { signal: stop.signal })
        setFound(response.ok ? ((await response.json()) as BlockChoice[]) : "failed")
      } catch {
        if (!stop.signal.aborted) setFound("failed")
      }
    }
    const timer = setTimeout(() => void look(), search === "" ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [kind, search])
  return found
}
