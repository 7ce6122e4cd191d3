import { Form, useNavigation } from "react-router"
import { TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { UnnamedNotice } from "#app/podcast/feed-out/unnamed-notice.tsx"
import { FeedAddress } from "#app/podcast/feed-out/listen/feed-address-field.tsx"
import type { Finding } from "#app/podcast/migration/look/feed-findings.ts"
import { FindingList } from "#app/podcast/migration/look/finding-list.tsx"
import type { feedAddress } from "#app/podcast/migration/look/look.schema.ts"

type Props = {
  /** Undefined while nobody has named the podcast: then there is nothing to lead to. */
  feedUrl: string | undefined
  /** Of the feed that was imported. */
  oldUrl: string
  response: FormResponse | undefined
  findings: Finding[] | undefined
}

const TITLE = "4. Faire suivre les abonnés"

/** The last step: the old host sends the subscribers on, which can be checked from here. */
export function ForwardPanel({ feedUrl, oldUrl, response, findings }: Props) {
  if (feedUrl === undefined)
    return (
      <Panel id="suite" title={TITLE}>
        <UnnamedNotice />
      </Panel>
    )
  return <Forward {...{ feedUrl, oldUrl, response, findings }} />
}

function Forward({ feedUrl, oldUrl, response, findings }: Props & { feedUrl: string }) {
  const { field } = fieldsOf<typeof feedAddress>(response)
  const isAsking = useNavigation().formData?.get("intent") === "look-old"
  return (
    <Panel id="suite" title={TITLE}>
      <p className="max-w-[75ch]">
        Quand tout est copié, l’ancien hébergeur doit dire aux applications et aux annuaires où le podcast
        continue. Voici l’adresse du nouveau flux, à lui donner&nbsp;:
      </p>
      <FeedAddress address={feedUrl} isOffice />
      <ol className="mt-5 grid max-w-[75ch] list-decimal gap-2 pl-5">
        <li>
          Publiez d’abord vos prochains épisodes ici seulement. Ce qui paraîtrait encore chez l’ancien
          hébergeur n’arriverait ici que par son flux.
        </li>
        <li>
          Dans les réglages de l’ancien hébergeur, cherchez «&nbsp;redirection du flux&nbsp;»,
          «&nbsp;redirection 301&nbsp;» ou «&nbsp;nouvelle adresse du flux&nbsp;» (
          <code>itunes:new-feed-url</code>), et mettez-y cette adresse. S’il n’a pas ce réglage, demandez-le à
          son assistance.
        </li>
        <li>
          S’il propose les deux, prenez les deux. La redirection (301) fait suivre toutes les
          applications&nbsp;; l’annonce dit aux annuaires, comme Apple Podcasts, de retenir la nouvelle
          adresse.
        </li>
        <li>
          Vérifiez ci-dessous, puis demandez aux annuaires où vous avez un compte (Spotify, Deezer, Amazon
          Music…) si le nouveau flux y est connu, et changez-le sinon.
        </li>
        <li>
          Gardez la redirection au moins quatre semaines, et mieux, tant que l’ancien hébergeur le
          permet&nbsp;: une application qui n’a pas été ouverte entre-temps ne connaît que l’ancienne adresse.
          Ne supprimez rien là-bas avant.
        </li>
      </ol>
      <Form method="post" preventScrollReset noValidate className="mt-6 grid max-w-2xl gap-4">
        <HiddenFields fields={{ intent: "look-old" }} />
        <TextField
          label="Adresse de l’ancien flux"
          {...field("address")}
          defaultValue={response?.values.address ?? oldUrl}
          type="url"
          placeholder="https://"
        />
        <div>
          <button type="submit" className="office-button" aria-disabled={isAsking}>
            {isAsking ? "Vérification…" : "Vérifier l’ancien flux"}
          </button>
        </div>
      </Form>
      <div role="status">{findings && <FindingList findings={findings} />}</div>
    </Panel>
  )
}
