import { Link } from "react-router"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { LinksFields } from "./links-fields.tsx"

type Props = { title: string; children: React.ReactNode; response?: FormResponse | { askedFor: string } }

/** Whose link is wrong, cut or of an erased subscription gets the right ones by mail, or writes to us. */
export function UnknownLink({ title, children, response }: Props) {
  return (
    <PaperSheet title={title}>
      <p className="mt-6 text-lg">{children}</p>
      <div className="mt-8">
        <LinksFields response={response} />
      </div>
      <p className="mt-6">
        <Link to="/contact" className="inline-flex min-h-11 items-center underline">
          Nous écrire
        </Link>
      </p>
    </PaperSheet>
  )
}
