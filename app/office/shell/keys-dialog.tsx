import { Dialog } from "#app/kit/ui/dialog.tsx"
import { KEYS } from "./use-office-keys.ts"

const WITH_CTRL = [
  { key: "Ctrl K", text: "Rechercher un contenu, un réglage, une action" },
  { key: "Ctrl B", text: "Réduire ou ouvrir le menu" },
  { key: "Ctrl S", text: "Enregistrer, sur la page d’un contenu" },
  { key: "Ctrl Entrée", text: "Publier, sur la page d’un contenu" },
]

/** The keys that do something in the back office. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Raccourcis clavier">
      <dl className="keys">
        {[...KEYS, ...WITH_CTRL].map(({ key, text }) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
