import { Form, Link, useNavigation } from "react-router"
import { letterAddress } from "#app/audience/letters/manage/letter-list.ts"
import { podcastName, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { respondWithList } from "#app/content/lists/load-list.server.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { FailureNotice } from "#app/kit/ui/failure-notice.tsx"
import { Icon } from "#app/kit/ui/icon.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { FEED_PATH } from "#app/podcast/feed-out/feed-address.ts"
import { FeedAddress } from "#app/podcast/feed-out/listen/feed-address-field.tsx"
import { UnnamedNotice } from "#app/podcast/feed-out/unnamed-notice.tsx"
import type { Finding } from "#app/podcast/migration/look/feed-findings.ts"
import { FindingList } from "#app/podcast/migration/look/finding-list.tsx"
import { SiteForm } from "../addresses/site-form.tsx"
import { answerTo } from "../answers.ts"
import { MigrationNav } from "../migration-nav.tsx"
import type { Route } from "./+types/migration-out.route"
import { findMovingLetter } from "./moving-letter.server.ts"
import { comingBack, letterFields, unlockFields } from "./out.copy.ts"
import type { forwardForm } from "./out.schema.ts"
import { runOut } from "./run-out.server.ts"

export async function loader({ context, url }: Route.LoaderArgs) {
  const { isLocked, newAddress, redirects } = siteSettings().feed
  const letter = await loadOr(findMovingLetter(), undefined)
  return respondWithList({
    feedUrl: podcastName().isNamed ? context.get(publicUrlContext) + FEED_PATH : undefined,
    isLocked,
    newAddress,
    redirects,
    question: await findAsked(url, { "come-back": () => comingBack }, "Page non trouvée"),
    letterId: letter.value,
    failure: letter.failed ? "Impossible de chercher la lettre aux abonnés" : undefined,
  })
}

export async function action({ context, request }: Route.ActionArgs) {
  return runOut(context, await readForm(request))
}

export const clientAction = (args: Route.ClientActionArgs) =>
  keepForm(args, ["look-new", "forward", "look-site"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Déménager")
}

export default function MigrationOut({ loaderData, actionData }: Route.ComponentProps) {
  const { feedUrl, isLocked, newAddress, redirects, letterId, question, failure } = loaderData
  return (
    <ManagerPage title="Déménager" question={question}>
      <div className="grid grid-cols-1 gap-6">
        <MigrationNav />
        {failure && <FailureNotice what={failure} />}
        <p className="max-w-[75ch] text-lg">
          Votre podcast part chez un autre hébergeur ? Il emporte tout, ses abonnés compris. Gardez ce site
          ouvert le temps qu’ils suivent.
        </p>
        {newAddress !== "" && (
          <Panel title="Les abonnés suivent déjà" className="border-blood">
            <p className="max-w-[75ch] break-words">
              {redirects
                ? "L’adresse du flux d’ici mène à la nouvelle, qu’applications et annuaires retiennent : "
                : "Le flux d’ici annonce la nouvelle adresse : "}
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
              ? "Le flux est verrouillé : les autres hébergeurs refusent de le reprendre."
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
            identifiants.
          </p>
          {feedUrl === undefined ? <UnnamedNotice /> : <FeedAddress address={feedUrl} isOffice />}
          <p className="mt-5 max-w-[75ch]">
            Le reste du site s’emporte par «&nbsp;Exporter&nbsp;»&nbsp;: tout, dans une archive ouverte, ou ce
            que WordPress et Ghost savent reprendre. Seuls, et en tableaux (CSV)&nbsp;: la{" "}
            <Link to="/admin/newsletter" className="underline">
              liste des abonnés de la newsletter
            </Link>
            , les{" "}
            <Link to="/admin/redirects" className="underline">
              redirections
            </Link>{" "}
            et les{" "}
            <Link to="/admin/audience/episodes" className="underline">
              téléchargements
            </Link>
            .
          </p>
          <Link to="/admin/maintenance/export" className="office-button mt-4">
            Exporter le site
          </Link>
          <p className="mt-6 max-w-[75ch]">
            Quand le site est là-bas, voyez si chaque page d’ici y est, à la même adresse. La vérification lit
            le plan (sitemap) du nouveau site et n’en garde rien.
          </p>
          <SiteForm
            label="Adresse du nouveau site"
            looks="Vérifier les pages"
            {...answerTo("look-site", actionData)}
          />
        </Panel>
        <Panel title="3. Faire suivre les abonnés">
          <p className="max-w-[75ch]">
            Quand tout est là-bas, donnez ici l’adresse du nouveau flux. Le site vérifie d’abord que vos
            épisodes y sont, sous les mêmes identifiants.
          </p>
          <ForwardForm
            key={newAddress}
            newAddress={newAddress}
            {...answerTo(["look-new", "forward"], actionData)}
          />
          <p className="mt-5 max-w-[75ch] text-sm text-paper-ink">
            Laissez la redirection au moins quatre semaines, et mieux, tant que ce site existe&nbsp;: une
            application qui n’a pas été ouverte entre-temps ne connaît que l’ancienne adresse. Vos pages
            d’épisodes, elles, restent ici.
          </p>
        </Panel>
        <Panel id="lettre" title="4. Prévenir les abonnés">
          <p className="max-w-[75ch]">
            Une lettre dit aux abonnés de la newsletter où le podcast continue, et que faire si leur
            application ne suit pas d’elle-même. Le site en prépare le brouillon
            {newAddress === "" && ", sans l’adresse du nouveau flux tant qu’elle n’est pas donnée ci-dessus"}
            &nbsp;: rien ne part avant que vous ne l’envoyiez.
          </p>
          <div className="mt-4">
            {letterId === undefined ? (
              <ActionButton label="Préparer la lettre" icon="send" fields={letterFields} />
            ) : (
              <Link to={letterAddress(letterId)} className="office-button">
                <Icon name="send" />
                Ouvrir la lettre préparée
              </Link>
            )}
          </div>
        </Panel>
      </div>
    </ManagerPage>
  )
}

type ForwardFormProps = {
  newAddress: string
  response: FormResponse | undefined
  findings: Finding[] | undefined
}

/** Where the subscribers go, and how; looked at before it is done. */
function ForwardForm({ newAddress, response, findings }: ForwardFormProps) {
  const stored = { address: newAddress, redirects: true, isSure: false }
  const { field, tick } = fieldsOf<typeof forwardForm>(response, stored)
  const asked = useNavigation().formData?.get("intent")
  const isWrong = findings?.some(({ state }) => state === "fix") ?? false
  return (
    <Form method="post" preventScrollReset noValidate className="mt-4 grid max-w-2xl gap-4">
      <TextField
        label="Adresse du nouveau flux"
        {...field("address")}
        type="url"
        placeholder="https://"
        required
      />
      <div role="status">{findings && <FindingList findings={findings} />}</div>
      <CheckboxField
        label="Rediriger aussi l’adresse du flux d’ici"
        hint="Sans elle, le flux d’ici reste lisible et annonce seulement la nouvelle adresse."
        {...tick("redirects")}
      />
      {isWrong && <CheckboxField label="Faire suivre quand même, malgré ce qui manque" {...tick("isSure")} />}
      <div className="flex flex-wrap gap-3">
        <button
          type="submit"
          name="intent"
          value="look-new"
          className="office-button"
          aria-disabled={asked === "look-new"}
        >
          {asked === "look-new" ? "Vérification…" : "Vérifier le nouveau flux"}
        </button>
        <button
          type="submit"
          name="intent"
          value="forward"
          className="office-button office-button-main"
          aria-disabled={asked === "forward"}
        >
          Faire suivre les abonnés
        </button>
      </div>
    </Form>
  )
}
