import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { respondWithList } from "#app/content/manager.server.ts"
import { keepForm } from "#app/form/keep-form.ts"
import { readForm } from "#app/http/forms.server.ts"
import { parseIntent } from "#app/http/intents.server.ts"
import { loadOr } from "#app/http/public-list.server.ts"
import { publicUrlContext } from "#app/http/public-url.server.ts"
import { findAsked } from "#app/http/questions.server.ts"
import { FailureNotice } from "#app/ui/failure-notice.tsx"
import { Panel } from "#app/ui/panel.tsx"
import { listFeeds } from "../feeds/remembered/remembered-feeds.server.ts"
import { nameFeed } from "../feeds/remembered/feed-address.ts"
import { FEED_PATH } from "../rss/feed-address.ts"
import { FeedAddress } from "../rss/listen/feed-address-field.tsx"
import type { Route } from "./+types/moving-in.route"
import { stopping, takingBack } from "./copies/copies.copy.ts"
import { copyIntents } from "./copies/copies.schema.ts"
import { CopiesPanel } from "./copies/copies-panel.tsx"
import { readCopyProgress } from "./copies/copy-progress.server.ts"
import { runCopies } from "./copies/run-copies.server.ts"

export async function loader({ context, url }: Route.LoaderArgs) {
  const [feeds, copies] = await Promise.all([loadOr(listFeeds(), []), loadOr(readCopyProgress(), null)])
  return respondWithList({
    feedUrl: context.get(publicUrlContext) + FEED_PATH,
    feeds: feeds.value.map(({ id, title, url: address }) => ({
      id,
      name: nameFeed({ title, url: address }),
    })),
    progress: copies.value,
    question: await findAsked(
      url,
      { "stop-copies": () => stopping, "take-back": () => takingBack },
      "Page non trouvée",
    ),
    failure: feeds.failed || copies.failed ? "Impossible de charger le déménagement" : undefined,
  })
}

export async function action({ request }: Route.ActionArgs) {
  return runCopies(parseIntent(await readForm(request), copyIntents))
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

const TITLE = "Déménager"

export default function MovingIn({ loaderData }: Route.ComponentProps) {
  const { feedUrl, feeds, progress, question, failure } = loaderData
  return (
    <ManagerPage title={TITLE} question={question}>
      <div className="grid grid-cols-1 gap-6">
        {failure && <FailureNotice what={failure} />}
        <p className="max-w-[75ch] text-lg">
          Votre podcast est chez un autre hébergeur, et vous voulez qu’il soit ici, sans perdre un abonné.
          Trois étapes, dans cet ordre&nbsp;: rien n’est coupé tant que la dernière n’est pas faite.
        </p>
        <Panel title="1. Reprendre le flux">
          <p className="max-w-[75ch]">
            Le site lit le flux de l’ancien hébergeur et crée les épisodes, avec leurs dates et leurs
            identifiants. Vous voyez tout avant que rien ne soit écrit.
          </p>
          {feeds.length > 0 && (
            <ul className="mt-3">
              {feeds.map(({ id, name }) => (
                <li key={id} className="font-semibold break-words">
                  Repris&nbsp;: {name}
                </li>
              ))}
            </ul>
          )}
          <Link to="/admin/import" className="office-button mt-4">
            {feeds.length > 0 ? "Voir les flux repris" : "Importer un flux"}
          </Link>
        </Panel>
        {progress && <CopiesPanel progress={progress} />}
        <Panel title="3. Faire suivre les abonnés">
          <p className="max-w-[75ch]">
            Quand tout est copié, l’ancien hébergeur doit dire aux applications où le podcast continue.
            Donnez-lui l’adresse du nouveau flux&nbsp;:
          </p>
          <FeedAddress address={feedUrl} isOffice />
        </Panel>
      </div>
    </ManagerPage>
  )
}
