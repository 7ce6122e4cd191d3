import { Link } from "react-router"
import { guard } from "#app/accounts/auth/guard.server.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { listAddress } from "#app/content/lists/list-view.ts"
import { ListRow } from "#app/content/lists/list-row.tsx"
import { listType } from "#app/content/lists/list-type.ts"
import { loadList, respondWithList } from "#app/content/lists/load-list.server.ts"
import { ManagerList } from "#app/content/manager-list.tsx"
import { ManagerPage } from "#app/content/manager-page.tsx"
import type { Asking } from "#app/kit/form/asking.ts"
import { EditForm, SubmitButton } from "#app/kit/form/edit-form.tsx"
import { SelectField, TextField } from "#app/kit/form/field.tsx"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { FORM, useFocusOnEdit } from "#app/kit/form/use-focus-on-edit.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import {
  type FormResponse,
  orElse,
  respondFailure,
  respondInvalid,
  respondToastFailure,
  respondToClick,
} from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { formatLongTime } from "#app/kit/lib/dates.ts"
import { parseId } from "#app/kit/lib/numbers.ts"
import { NO_LEVEL } from "#app/kit/lib/reserved.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { Badge } from "#app/kit/ui/badge.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { CopyButton } from "#app/kit/ui/copy-button.tsx"
import { HiddenFields } from "#app/kit/ui/hidden-fields.tsx"
import { Panel } from "#app/kit/ui/panel.tsx"
import { listLevelChoices } from "#app/podcast/episodes/levels.server.ts"
import type { Route } from "./+types/manage-payments.route"
import { findPaymentPath, renewPaymentAddress } from "./payment-address.server.ts"
import { type attachSchema, paymentIntents, PAYMENTS_PATH } from "./payments.schema.ts"
import {
  attachPayment,
  countPayments,
  dismissPayment,
  findWaitingPayment,
  listPayments,
  SERVICE_NAMES,
} from "./payments.server.ts"

const TITLE = "Paiements reçus"
/** The parameter that opens the form about one of them. */
const ATTACH = "rattacher"

const PAYMENTS = listType({
  path: PAYMENTS_PATH,
  nouns: ["paiement", "paiements"],
  filters: {
    etat: {
      label: "État",
      all: "Tous les états",
      choices: [
        { value: "a-rattacher", label: "À rattacher" },
        { value: "pris", label: "Pris en compte" },
        { value: "classes", label: "Classés" },
      ],
    },
  },
  sorts: {},
  bulkActions: {},
})

const RENEWAL: Question = {
  question: "Changer l’adresse des paiements\u202f?",
  detail:
    "Les services qui connaissent celle d’aujourd’hui n’y annonceront plus rien\u00a0: donnez-leur la nouvelle aussitôt.",
  confirmLabel: "Changer l’adresse",
  fields: { intent: "renew-address" } satisfies Asking<typeof paymentIntents>,
}

export const middleware: Route.MiddlewareFunction[] = [guard("letters")]

export async function loader({ context, url }: Route.LoaderArgs) {
  const attached = url.searchParams.get(ATTACH)
  const [{ rows, ...page }, question, levels, waiting, path] = await Promise.all([
    loadList(url, {
      filterNames: PAYMENTS,
      list: listPayments,
      measure: async (view, most) => ({ total: await countPayments(view, most) }),
      cannotLoad: "Impossible de charger les paiements",
    }),
    findAsked(url, { "renew-address": () => RENEWAL }, "Adresse non trouvée"),
    listLevelChoices(),
    attached === null ? undefined : findWaitingPayment(parseId(attached) ?? 0),
    findPaymentPath(),
  ])
  return respondWithList({
    ...page,
    ...{ question, levels, waiting, address: context.get(publicUrlContext) + path },
    rows: rows.map(({ createdAt, paidOn: _paidOn, service, ...row }) => ({
      ...row,
      service: SERVICE_NAMES[service],
      received: formatLongTime(createdAt),
    })),
  })
}

export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, paymentIntents)
  if (asked.intent === "renew-address")
    return respondToClick(
      async () => {
        await renewPaymentAddress()
        return "Voici la nouvelle adresse"
      },
      "Impossible de changer l’adresse",
      PAYMENTS_PATH,
    )
  if (!asked.ok) return asked.intent === "attach" ? respondInvalid(asked) : respondToastFailure(CANNOT, 400)
  if (asked.intent === "dismiss")
    return respondToClick(async () => (await dismissPayment(asked.value.id)) && "Paiement classé", CANNOT)
  return orElse(
    async () => {
      const attached = await attachPayment(asked.value)
      if (attached === "no-level")
        return respondInvalid({ values: form.values, errors: { levelId: "Ce palier n’existe plus" } })
      return attached === undefined
        ? respondFailure(form.values, "Ce paiement n’attend plus\u00a0: rechargez la page.", 409)
        : redirectWithToast(backTo(url), {
            kind: "success",
            title: "Paiement rattaché",
            description: attached,
          })
    },
    () => respondFailure(form.values, CANNOT),
  )
}

const CANNOT = "Impossible de modifier ce paiement"

/** The list as it was, without the form. */
function backTo({ searchParams }: URL) {
  const kept = new URLSearchParams(searchParams)
  kept.delete(ATTACH)
  return kept.size > 0 ? `${PAYMENTS_PATH}?${kept}` : PAYMENTS_PATH
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["attach"])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, TITLE)
}

export default function ManagePayments({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, levels, waiting, question, address, ...list } = loaderData
  useFocusOnEdit(waiting?.id, "email")
  const listPath = listAddress(PAYMENTS_PATH, list.view)
  return (
    <ManagerPage
      title={TITLE}
      action={{ to: "/admin/supporters", label: "Soutiens" }}
      question={question}
      form={
        waiting && (
          <AttachForm payment={waiting} levels={levels} back={listPath} response={actionData ?? undefined} />
        )
      }
    >
      <ManagerList
        {...list}
        title="Les 30 derniers jours"
        isPlain
        type={PAYMENTS}
        path={PAYMENTS_PATH}
        nouns={PAYMENTS.nouns}
        searchLabel="Rechercher un nom ou une adresse"
        emptyText="Aucun paiement annoncé pour le moment."
      >
        <ul className="list-rows">
          {rows.map((row) => (
            <PaymentRow key={row.id} row={row} listPath={listPath} />
          ))}
        </ul>
      </ManagerList>
      <AddressPanel address={address} />
    </ManagerPage>
  )
}

type Row = Route.ComponentProps["loaderData"]["rows"][number]

function PaymentRow({ row, listPath }: { row: Row; listPath: string }) {
  const { id, email, name, service, label, amount, isRefund, state, remark, supporterId } = row
  const title = name || email || "Sans nom"
  const isWaiting = state === "waiting"
  const parameters = `${listPath.includes("?") ? "&" : "?"}${ATTACH}=${id}#${FORM}`
  const received = `${isRefund ? "rendu" : "reçu"} le ${row.received}`
  const facts = isWaiting
    ? [remark, name && email, amount, service, label, received]
    : [name && email, amount, service, received, remark]
  return (
    <ListRow
      subject={`le paiement de ${title}`}
      title={supporterId === null ? title : <Link to={`/admin/supporters/${supporterId}`}>{title}</Link>}
      facts={facts.filter(Boolean).join(" · ")}
      state={isWaiting && <Badge>{isRefund ? "À voir" : "À rattacher"}</Badge>}
      action={
        isWaiting && (
          <Link
            to={isRefund ? `/admin/supporters?q=${encodeURIComponent(email)}` : listPath + parameters}
            preventScrollReset={!isRefund}
            className="office-button"
          >
            {isRefund ? "Voir le soutien" : "Rattacher"}
            <span className="sr-only"> : {title}</span>
          </Link>
        )
      }
      more={
        isWaiting && (
          <ActionButton
            label="Classer sans suite"
            icon="eye-off"
            subject={title}
            className="item-link"
            fields={{ intent: "dismiss", id: String(id) } satisfies Asking<typeof paymentIntents>}
          />
        )
      }
    />
  )
}

type AttachProps = {
  payment: NonNullable<Route.ComponentProps["loaderData"]["waiting"]>
  levels: Route.ComponentProps["loaderData"]["levels"]
  back: string
  response: FormResponse | undefined
}

/** Says whose a payment is, and what it opens. */
function AttachForm({ payment: { id, email, label }, levels, back, response }: AttachProps) {
  const { field } = fieldsOf<typeof attachSchema>(response, { email })
  return (
    <Panel id={FORM} title="Rattacher un paiement" className="manager-form">
      <EditForm key={id} response={response} aria-label="Rattacher un paiement">
        <HiddenFields fields={{ intent: "attach", id: String(id) } satisfies Asking<typeof paymentIntents>} />
        <TextField
          label="Adresse e-mail"
          {...field("email")}
          type="email"
          autoComplete="off"
          hint="Celle d’un soutien le prolonge, une autre en fait un."
        />
        <SelectField
          label="Palier"
          {...field("levelId")}
          hint={label ? `Le paiement dit «\u00a0${label}\u00a0».` : undefined}
          options={[
            { value: "", label: NO_LEVEL },
            ...levels.map((level) => ({ value: String(level.id), label: level.name })),
          ]}
        />
        <div className="manager-form-end flex flex-wrap gap-3">
          <SubmitButton pendingText="Enregistrement...">Rattacher</SubmitButton>
          <Link to={back} preventScrollReset className="office-button">
            Annuler
          </Link>
        </div>
      </EditForm>
    </Panel>
  )
}

/** Where services tell of payments, and what is to be done there. */
function AddressPanel({ address }: { address: string }) {
  return (
    <Panel title="L’adresse des paiements">
      <p className="max-w-[70ch]">
        Donnez-la au service où l’on vous paie : chaque paiement y ajoute ou prolonge alors un soutien, de
        lui-même. Gardez-la pour vous : qui la connaît peut en annoncer.
      </p>
      <p className="mt-3 break-all select-all">
        <code>{address}</code>
      </p>
      <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
        <CopyButton
          label="Copier l’adresse"
          text={address}
          copied="Adresse copiée"
          failed="Copiez-la vous-même"
        />
        <ConfirmButton label="Changer l’adresse" icon="refresh-cw" {...RENEWAL} />
      </div>
      <div className="mt-4 max-w-[70ch] divide-y divide-rule border-y border-rule">
        <Service name="HelloAsso">
          Mon compte, Intégrations et API, URL de notification. Le palier est celui qui porte le nom du tarif,
          ou dont l’adresse de paiement est celle de la campagne.
        </Service>
        <Service name="Ko-fi">
          Plus, API, Webhooks. Le palier porte le nom du vôtre. Le jeton de vérification peut aller dans les{" "}
          <SupportSettings />.
        </Service>
        <Service name="Stripe">
          Développeurs, Webhooks : « checkout.session.completed », « checkout.session.async_payment_succeeded
           », « invoice.paid » et « charge.refunded ». La clé de signature va dans les <SupportSettings />, et
          le nom du palier dans la métadonnée « palier » du lien de paiement et de son abonnement.
        </Service>
        <Service name="Autre chose">
          Un envoi (POST), en JSON ou comme un formulaire : « id » (un par paiement) et « email », et si vous
          voulez « name », « level », « months », « amount », « date » et « renews ».
        </Service>
      </div>
      <p className="mt-4 max-w-[70ch]">
        Un paiement ouvre autant de mois que le dit son palier ; ce dont on ne sait pas de qui ou de quel
        palier il est attend ici.
      </p>
    </Panel>
  )
}

/** What is to be done at one of them, once it is opened. */
function Service({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <details name="service">
      <summary className="min-h-11 cursor-pointer content-center font-bold">{name}</summary>
      <p className="pb-3">{children}</p>
    </details>
  )
}

const SupportSettings = () => (
  <Link to="/admin/site/support" className="underline">
    réglages
  </Link>
)
