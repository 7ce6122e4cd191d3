import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { FEED_PATH } from "../../feed-out/feed-address.ts"
import { FeedAddress } from "../../feed-out/listen/feed-address-field.tsx"
import { podcastName, siteSettings } from "../../../base/settings/site-settings.server.ts"
import { UnnamedNotice } from "../../feed-out/unnamed-notice.tsx"
import { MovingNav } from "../moving-nav.tsx"
import type { Route } from "./+types/moving-out.route"
import { ForwardForm } from "./forward-form.tsx"
import { comingBack, unlockFields } from "./out.copy.ts"
import { runOut } from "./run-out.server.ts"

export async function loader({ context, url }: Route.LoaderArgs) {
  const { isLocked, newAddress, redirects } = siteSettings().feed
  return {
    feedUrl: podcastName().isNamed ? context.get(publicUrlContext) + FEED_PATH : undefined,
    ...{ isLocked, newAddress, redirects },
    question: await findAsked(url, { "come-back": () => comingBack }, "Page non trouvée"),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  return runOut(context, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["look-new", "forward"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Déménager")
}

export default function MovingOut({ loaderData, actionData }: Route.ComponentProps) {
  const { feedUrl, isLocked, newAddress, redirects, question } = loaderData
  const response = actionData ?? undefined
  return (
    <ManagerPage title="Déménager" question={question}>
      <div className="grid grid-cols-1 gap-6">
        <MovingNav />
        <p className="max-w-[75ch] text-lg">
          Votre podcast part chez un autre hébergeur ? Il emporte tout, ses abonnés compris. Gardez ce site
          ouvert le temps qu’ils suivent.
        </p>
        {newAddress !== "" && (
          <Panel title="Les abonnés suivent déjà" className="border-blood">
            <p className="max-w-[75ch] break-words">
              {redirects
                ? "L’adresse du flux d’ici mène à la nouvelle (301), qu’applications et annuaires retiennent : "
                : "Le flux d’ici annonce la nouvelle adresse (itunes:new-feed-url) : "}
              <strong className="break-all">{newAddress}</strong>
            </p>
            <div className="mt-4">
              <ConfirmButton label="Tout annuler" icon="undo" {...comingBack} />
            </div>
          </Panel>
        )}
        <Panel title="1. Déverrouiller le flux">
          <p className="max-w-[75ch]">
            {isLocked
              ? "Le flux est verrouillé (podcast:locked) : les autres hébergeurs refusent de le reprendre."
              : "Le flux est déverrouillé : un autre hébergeur peut le reprendre. Verrouillez-le à nouveau quand c’est fait."}
          </p>
          <div className="mt-4">
            <ActionButton
              label={isLocked ? "Déverrouiller" : "Verrouiller à nouveau"}
              fields={unlockFields(isLocked)}
            />
          </div>
        </Panel>
        <Panel title="2. Le faire reprendre là-bas">
          <p className="max-w-[75ch]">
            Chez le nouvel hébergeur, choisissez «&nbsp;importer un podcast&nbsp;», et donnez-lui cette
            adresse. Il y trouve tous les épisodes, avec leurs sons, images, chapitres, transcriptions et
            identifiants (GUID).
          </p>
          {feedUrl === undefined ? <UnnamedNotice /> : <FeedAddress address={feedUrl} isOffice />}
          <p className="mt-5 max-w-[75ch]">
            Le reste s’emporte d’ici&nbsp;: la{" "}
            <Link to="/admin/newsletter" className="underline">
              liste des abonnés de la newsletter
            </Link>{" "}
            (CSV), les{" "}
            <Link to="/admin/redirects" className="underline">
              redirections
            </Link>{" "}
            (CSV), et, avec la commande <code>npm run backup</code>, la base de données et toute la
            médiathèque. La date de la dernière copie est sur la page{" "}
            <Link to="/admin/health" className="underline">
              Santé du site
            </Link>
            .
          </p>
        </Panel>
        <Panel title="3. Faire suivre les abonnés">
          <p className="max-w-[75ch]">
            Quand tout est là-bas, donnez ici l’adresse du nouveau flux. Le site vérifie d’abord que vos
            épisodes y sont, sous les mêmes identifiants.
          </p>
          <ForwardForm
            key={newAddress}
            newAddress={newAddress}
            response={response}
            findings={response && "findings" in response ? response.findings : undefined}
          />
          <p className="mt-5 max-w-[75ch] text-sm text-paper-ink">
            Laissez la redirection au moins quatre semaines, et mieux, tant que ce site existe&nbsp;: une
            application qui n’a pas été ouverte entre-temps ne connaît que l’ancienne adresse. Vos pages
            d’épisodes, elles, restent ici.
          </p>
        </Panel>
      </div>
    </ManagerPage>
  )
}
