import { Link } from "react-router"
import { IMPORT_PATH } from "#app/audience/newsletter/import/import.copy.ts"
import { podcastName } from "#app/base/settings/site-settings.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { respondWithList } from "#app/content/lists/load-list.server.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { orElse, respondFailure, respondInvalid } from "#app/kit/http/responses.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { listFeeds } from "#app/podcast/feeds-in/remembered/remembered-feeds.server.ts"
import { nameFeed } from "#app/podcast/feeds-in/remembered/feed-address.ts"
import { FEED_PATH } from "#app/podcast/feed-out/feed-address.ts"
import type { Route } from "./+types/migration-in.route"
import { stopping, takingBack } from "#app/podcast/migration/copies/copies.copy.ts"
import { CopiesPanel } from "#app/podcast/migration/copies/copies-panel.tsx"
import { readCopyProgress } from "#app/podcast/migration/copies/copy-progress.server.ts"
import { runCopies } from "#app/podcast/migration/copies/run-copies.server.ts"
import { findingsOfOldSite } from "./addresses/address-findings.ts"
import { lookAtOldSite } from "./addresses/look-at-sites.server.ts"
import { answerTo, respondFindings } from "./answers.ts"
import { listArrived } from "./arrived.server.ts"
import { SiteForm } from "./addresses/site-form.tsx"
import { describeList } from "../import/imports.copy.ts"
import { ForwardPanel } from "./forward-panel.tsx"
import { findingsOfOld } from "#app/podcast/migration/look/feed-findings.ts"
import { lookAtOldFeed } from "#app/podcast/migration/look/look-at-old-feed.server.ts"
import { MigrationNav } from "./migration-nav.tsx"
import { migrationInIntents } from "./migration.schema.ts"

export async function loader({ context, url }: Route.LoaderArgs) {
  const [feeds, copies, arrived] = await Promise.all([
    loadOr(listFeeds(), []),
    loadOr(readCopyProgress(), null),
    loadOr(listArrived(), { sites: [], lists: [] }),
  ])
  return respondWithList({
    feedUrl: podcastName().isNamed ? context.get(publicUrlContext) + FEED_PATH : undefined,
    feeds: feeds.value.map(({ id, title, url: address }) => ({
      id,
      address,
      name: nameFeed({ title, url: address }),
    })),
    progress: copies.value,
    arrived: arrived.value,
    question: await findAsked(
      url,
      { "stop-copies": () => stopping, "take-back": () => takingBack },
      "Page non trouvée",
    ),
    failure:
      feeds.failed || copies.failed || arrived.failed ? "Impossible de charger le déménagement" : undefined,
  })
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, migrationInIntents)
  if (asked.intent !== "look-old" && asked.intent !== "look-site") return runCopies(asked)
  if (!asked.ok) return respondInvalid(asked)
  const { values } = form
  if (asked.intent === "look-site")
    return orElse(
      async () => respondFindings(values, findingsOfOldSite(await lookAtOldSite(asked.value.site))),
      () => respondFailure(values, "Impossible de vérifier l’ancien site"),
    )
  if (!podcastName().isNamed)
    return respondInvalid({ values, errors: { address: "Donnez d’abord son nom au podcast" } })
  const { address } = asked.value
  const feedUrl = context.get(publicUrlContext) + FEED_PATH
  return orElse(
    async () => respondFindings(values, findingsOfOld(await lookAtOldFeed(address), feedUrl)),
    () => respondFailure(values, "Impossible de vérifier l’ancien flux"),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["look-old", "look-site"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

const TITLE = "Déménager"

export default function MigrationIn({ loaderData, actionData }: Route.ComponentProps) {
  const { feedUrl, feeds, progress, arrived, question, failure } = loaderData
  return (
    <ManagerPage title={TITLE} question={question}>
      <div className="grid grid-cols-1 gap-6">
        <MigrationNav />
        {failure && <FailureNotice what={failure} />}
        <p className="max-w-[75ch] text-lg">
          Votre podcast est chez un autre hébergeur, et vous voulez qu’il soit ici, avec son site, sans perdre
          un abonné. Quatre étapes, dans cet ordre&nbsp;: rien n’est coupé tant que la dernière n’est pas
          faite.
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
        <RestPanel arrived={arrived} {...answerTo("look-site", actionData)} />
        <ForwardPanel
          feedUrl={feedUrl}
          oldUrl={feeds[0]?.address ?? ""}
          {...answerTo("look-old", actionData)}
        />
      </div>
    </ManagerPage>
  )
}

type RestProps = Pick<React.ComponentProps<typeof SiteForm>, "response" | "findings"> & {
  arrived: Awaited<ReturnType<typeof listArrived>>
}

/** The third step: what else the old site has, and whether its addresses lead to something here. */
function RestPanel({ arrived: { sites, lists }, ...look }: RestProps) {
  return (
    <Panel id="reste" title="3. Reprendre le reste du site">
      <p className="max-w-[75ch]">
        Articles, pages, commentaires et fichiers viennent par «&nbsp;Importer&nbsp;»&nbsp;: l’export de
        WordPress, Ghost, Substack ou Medium, des tableaux, ou l’archive d’un site comme celui-ci. La liste de
        la newsletter a sa propre page. Vous voyez tout avant que rien ne soit écrit.
      </p>
      {(sites.length > 0 || lists.length > 0) && (
        <ul className="mt-3">
          {sites.map(({ id, from, endedOn }) => (
            <li key={id} className="min-h-11 content-center break-words">
              Repris&nbsp;:{" "}
              <Link to={`/admin/import/${id}`} className="font-semibold underline wrap-anywhere">
                {from}
              </Link>
              , le {endedOn}
            </li>
          ))}
          {lists.map(({ id, name, people }) => (
            <li key={`list-${id}`} className="min-h-11 content-center break-words">
              {describeList(people)} attend votre accord&nbsp;:{" "}
              <Link to={`${IMPORT_PATH}?id=${id}`} className="font-semibold underline wrap-anywhere">
                {name || "la liste"}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Link to="/admin/import" className="office-button">
          Importer un site
        </Link>
        <Link to={IMPORT_PATH} className="office-button">
          Importer la liste de la newsletter
        </Link>
      </div>
      <p className="mt-6 max-w-[75ch]">
        Puis voyez, pendant que l’ancien site répond encore, si chacune de ses adresses mène ici à une page ou
        à une redirection. Le site lit pour cela son plan (sitemap) et n’en garde rien.
      </p>
      <SiteForm label="Adresse de l’ancien site" looks="Vérifier les adresses" {...look} />
    </Panel>
  )
}
