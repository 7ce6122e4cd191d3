import { Link } from "react-router"
import { type ManagedForm, ManagerForm } from "#app/content/manager-form.tsx"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { SelectField, TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { MarkdownField } from "#app/kit/form/markdown-field.tsx"
import { LETTER_TOPICS } from "#app/kit/lib/letters.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { SCHEDULED } from "../../../accounts/auth/proof/dangerous-deeds.ts"
import { BlockPicker } from "./block-picker.tsx"
import type { LetterForm as Values, letterSchema } from "./letter-form.schema.ts"
import { letterAddress } from "./letter-list.ts"
import { TOPIC_LABELS } from "./letters.copy.ts"

type Props = ManagedForm<typeof letterSchema> & {
  /** What a new letter begins with. */
  started: Partial<Values> | null
  /** It leaves by itself: to change what it says is to write to all who get it. */
  isScheduled: boolean
  /** Who sends all mails. */
  sender: string
}

const NEW = { topic: "letters", isArchived: true } as const
const TOPICS = LETTER_TOPICS.map((topic) => ({ value: topic, label: TOPIC_LABELS[topic] }))

export function LetterForm({ started, isScheduled, sender, ...props }: Props) {
  const { edited, response } = props
  const { field, tick } = fieldsOf<typeof letterSchema>(response, edited ?? { ...NEW, ...started })
  return (
    <BlockPicker>
      <ManagerForm
        {...props}
        title={edited ? "Modifier la lettre" : "Nouvelle lettre"}
        submitLabel={edited ? "Mettre à jour" : "Créer la lettre"}
        beside={
          edited && (
            <Link to={letterAddress(edited.id)} className="office-button">
              <Icon name="eye" />
              Aperçu et envoi
            </Link>
          )
        }
      >
        {isScheduled && <HiddenFields fields={{ [SCHEDULED]: "on" }} />}
        <TextField label="Objet" {...field("title")} required />
        <TextField
          label="Texte d’aperçu"
          {...field("previewText")}
          hint="Ce que les messageries montrent à côté de l’objet, avant qu’on ouvre la lettre."
        />
        <div className="form-pair">
          <SelectField
            label="Thème"
            {...field("topic")}
            options={TOPICS}
            hint="Seuls les abonnés qui ont choisi ce thème la reçoivent."
          />
          <TextField
            label="Nom de l’expéditeur"
            {...field("senderName")}
            placeholder={sender}
            hint="Vide, c’est celui de tous les e-mails du site."
          />
        </div>
        <MarkdownField label="Contenu" {...field("content")} rows={14} hint={HELP} />
        <CheckboxField label="Lisible dans les archives du site" {...tick("isArchived")} />
      </ManagerForm>
    </BlockPicker>
  )
}

const HELP =
  "Mise en forme Markdown\u00a0: **gras**, *italique*, [lien](https://…). Seule sur sa ligne, l’adresse d’un épisode, d’une actualité, d’un article ou d’une page devient sa fiche, et un autre lien un bouton."
