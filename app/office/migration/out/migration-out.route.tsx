import { Form, Link, useNavigation } from "react-router"
import { podcastName, siteSettings } from "#app/base/settings/site-settings.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { ManagerPage } from "#app/content/manager-page.tsx"
import { CheckboxField } from "#app/kit/form/checkbox-field.tsx"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { FEED_PATH } from "#app/podcast/feed-out/feed-address.ts"
import { FeedAddress } from "#app/podcast/feed-out/listen/feed-address-field.tsx"
import { UnnamedNotice } from "#app/podcast/feed-out/unnamed-notice.tsx"
import type { Finding } from "#app/podcast/migration/look/feed-findings.ts"
import { FindingList } from "#app/podcast/migration/look/finding-list.tsx"
import { MigrationNav } from "../migration-nav.tsx"
import type { Route } from "./+types/migration-out.route"
import { comingBack, unlockFields } from "./out.copy.ts"
import type { forwardForm } from "./out.schema.ts"
import { runOut } from "./run-out.server.ts"

export async function loader({ context, url }: Route.LoaderArgs) {
  const { isLocked, newAddress, redirects } = siteSettings().feed
  return {
    feedUrl: podcastName().isNamed ? context.get(publicUrlContext) + FEED_PATH : undefined,
    isLocked,
    newAddress,
    redirects,
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

export default function MigrationOut({ loaderData, actionData }: Route.ComponentProps) {
  const { feedUrl, isLocked, newAddress, redirects, question } = loaderData
  const response = actionData ?? undefined
  return (
    <ManagerPage title="Déménager" question={question}>
      <div className="grid grid-cols-1 gap-6">
        <MigrationNav />
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
            Le reste s’emporte d’ici&nbsp;: la{" "}
            <Link to="/admin/newsletter" className="underline">
              liste des abonnés de la newsletter
            </Link>{" "}
            (CSV), les{" "}
            <Link to="/admin/redirects" className="underline">
              redirections
            </Link>{" "}
            (CSV), les{" "}
            <Link to="/admin/audience/episodes" className="underline">
              téléchargements
            </Link>{" "}
            (CSV), et, avec la commande <code>npm run backup</code>, la base de données et toute la
            médiathèque. La date de la dernière copie est sur la page{" "}
            <Link to="/admin/maintenance/backups" className="underline">
              Sauvegardes
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
