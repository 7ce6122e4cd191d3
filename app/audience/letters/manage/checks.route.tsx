import { guard } from "#app/accounts/auth/guard.server.ts"
import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import { checkLetter } from "../template/check-letter.server.ts"
import type { LetterCheck } from "../template/letter-check.ts"
import type { Route } from "./+types/checks.route"
import { CheckList } from "./checks-panel.tsx"
import { missingLetter } from "./letter-actions.server.ts"
import { letterAddress, LETTERS } from "./letter-list.ts"
import { findEditedLetter } from "./manage-letters.server.ts"

export const middleware: Route.MiddlewareFunction[] = [guard("letters")]

/** What should be known of a letter before it leaves: asked for once its page is there, as it takes some seconds. */
export async function loader({ params }: Route.LoaderArgs) {
  const letter = await findEditedLetter(parseId(params.id) ?? 0)
  if (!letter) throw missingLetter()
  const { value, failed } = await loadOr<LetterCheck[]>(checkLetter(letter), [])
  return { id: letter.id, title: letter.title, checks: value, hasFailed: failed }
}

/** Each time other sites are asked: only when somebody wants to know. */
export const shouldRevalidate = () => false

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, `Vérifications\u00a0: ${LETTERS.title}`)
}

/** The same as a page of its own, for who has no scripts. */
export default function Checks({ loaderData }: Route.ComponentProps) {
  const { id, title } = loaderData
  return (
    <>
      <p>
        <Link to={letterAddress(id)} className="underline">
          Retour à la lettre
        </Link>
      </p>
      <div className="mt-2">
        <ManagerPage title={title}>
          <Panel title="Vérifications">
            <CheckList {...loaderData} />
          </Panel>
        </ManagerPage>
      </div>
    </>
  )
}
