import { Link } from "react-router"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { LinksFields } from "./links-fields.tsx"

/** Whose link is wrong, cut or of an erased subscription gets the right ones by mail, or writes to us. */
export function UnknownLink() {
  return (
    <PaperSheet title="Lien inconnu">
      <p className="mt-6 text-lg">
        Ce lien n’est pas complet, ou l’inscription a déjà été effacée. Ouvrez le lien tel qu’il se trouve
        dans le message, ou demandez-en un nouveau.
      </p>
      <div className="mt-8">
        <LinksFields response={undefined} />
      </div>
      <p className="mt-6">
        <Link to="/contact" className="inline-flex min-h-11 items-center underline">
          Nous écrire
        </Link>
      </p>
    </PaperSheet>
  )
}
