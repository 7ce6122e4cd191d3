import { Link } from "react-router"
import { IMPORT_PATH } from "#app/audience/newsletter/import/import.copy.ts"
import { Panel } from "#app/kit/ui/panel.tsx"
import { describeList } from "../import/imports.copy.ts"
import { SiteForm } from "./addresses/site-form.tsx"
import type { listArrived } from "./arrived.server.ts"

type Props = Pick<React.ComponentProps<typeof SiteForm>, "response" | "findings"> & {
  arrived: Awaited<ReturnType<typeof listArrived>>
}

/** The third step: what else the old site has, and whether its addresses lead to something here. */
export function RestPanel({ arrived: { sites, lists }, ...look }: Props) {
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
