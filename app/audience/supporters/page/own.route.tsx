import { Link } from "react-router"
import { Honeypot } from "#app/base/limits/honeypot.tsx"
import { checkVisitorForm } from "#app/base/limits/visitor-form.server.ts"
import { fieldsOf } from "#app/kit/form/fields-of.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { PublicField, PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import { clientAddressContext } from "#app/kit/http/client-address.server.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { publicUrlContext } from "#app/kit/http/public-url.server.ts"
import { ASKED } from "#app/kit/http/questions.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { responseHeaders } from "#app/kit/http/response-headers.ts"
import { type FormResponse, orElse, respondFailure } from "#app/kit/http/responses.server.ts"
import { redirectWithToast } from "#app/kit/http/toast.server.ts"
import { formatLongDate } from "#app/kit/lib/dates.ts"
import { formatDuration } from "#app/kit/lib/numbers.ts"
import { drawQrCode } from "#app/kit/lib/qr-code.server.ts"
import { PageHeading } from "#app/kit/ui/page-heading.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { AppLinks } from "#app/podcast/feed-out/listen/app-links.tsx"
import { FeedAddress } from "#app/podcast/feed-out/listen/feed-address-field.tsx"
import { QrCode } from "#app/podcast/feed-out/listen/qr-code.tsx"
import { feedKeyOf } from "../feed/supporter-keys.server.ts"
import { feedPathOf, SUPPORTERS_PAGE } from "../feed/supporter-paths.ts"
import { linkRateLimit, sendLink } from "../mails/links.server.ts"
import { spellDay, spellUntil } from "../people/spell-until.ts"
import { deleteSupporter } from "../people/supporters.server.ts"
import { SUPPORT } from "../support-address.ts"
import { isSupportFilled } from "../support.server.ts"
import type { Route } from "./+types/own.route"
import { deviceHeaders, readDevice } from "./device.server.ts"
import { type Asked, askedSchema, type LinkSchema, ownIntents } from "./own.schema.ts"
import { findOwn, listOwnEpisodes, renewFeed } from "./own.server.ts"

export { responseHeaders as headers }

/** One person's, by the cookie of their device: without a `handle`, so that nobody keeps it. */
export async function loader({ context, request, url }: Route.LoaderArgs) {
  const own = await findOwn(await readDevice(request))
  const hasSupport = await isSupportFilled()
  if (!own) return { own, hasSupport }
  const { name, level, rank, until, hasFeed } = own
  const feedUrl = context.get(publicUrlContext) + feedPathOf(await feedKeyOf(own))
  return {
    hasSupport,
    own: {
      ...{ name, level, until, isEnded: rank === null },
      asked: askedSchema.safeParse(url.searchParams.get(ASKED)).data,
      feed: hasFeed ? { url: feedUrl, qr: drawQrCode(feedUrl) } : undefined,
      episodes: hasFeed ? await listOwnEpisodes(own, rank) : [],
    },
  }
}

/** Of a link, it says the same to everybody: that tells nothing about any address. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const asked = parseIntent(form, ownIntents)
  return orElse(
    async () => {
      if (asked.intent === "link") {
        const limits = { limits: [linkRateLimit()], address: context.get(clientAddressContext) }
        const checked = await checkVisitorForm(form.values, asked, limits)
        if (!checked.ok) return checked.response
        await sendLink(checked.value.email)
        return { isSent: true as const }
      }
      const own = await findOwn(await readDevice(request))
      if (!own) return redirectTo(SUPPORTERS_PAGE)
      const back = async (title: string, listener?: typeof own) =>
        redirectWithToast(SUPPORTERS_PAGE, { kind: "success", title }, await deviceHeaders(listener))
      switch (asked.intent) {
        case "renew": {
          const renewed = await renewFeed(own)
          return renewed
            ? back("Voici votre nouvelle adresse", { ...own, ...renewed })
            : redirectTo(SUPPORTERS_PAGE)
        }
        case "leave":
          await deleteSupporter(own.id)
          return back("Tout est effacé")
        case "forget":
          return back("Cet appareil est oublié")
      }
    },
    () => respondFailure(form.values, "Cela n’a pas marché. Réessayez dans un instant."),
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, ["link"])

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: TITLE,
    description: "Le flux et les épisodes de celles et ceux qui soutiennent le podcast.",
    path: SUPPORTERS_PAGE,
    noIndex: true,
  })
}

const TITLE = "Espace des soutiens"

type Own = NonNullable<Route.ComponentProps["loaderData"]["own"]>

export default function OwnPage({ loaderData: { own, hasSupport }, actionData }: Route.ComponentProps) {
  const response = actionData && "values" in actionData ? actionData : undefined
  if (!own)
    return <AskForLink {...{ hasSupport, response }} isSent={actionData ? "isSent" in actionData : false} />
  if (own.asked) return <Question asked={own.asked} response={response} />
  const { name, level, until, isEnded, feed, episodes } = own
  const end = isEnded && until !== null ? `terminé le ${spellDay(until)}` : spellUntil(until)
  return (
    <div className="listen wrap pt-10 md:pt-16">
      <div>
        <PageHeading
          title={name ? `Bonjour ${name}` : "Bonjour"}
          intro={level === null ? `Votre soutien\u00a0: ${end}` : `${level} · ${end}`}
        />
        {isEnded && (
          <p className="mt-8 max-w-[60ch] text-lg">
            Merci de votre soutien ! Votre flux reste là, avec les épisodes de tout le monde ; ce qui est
            réservé attend votre retour.
          </p>
        )}
        {isEnded && hasSupport && (
          <Link to={SUPPORT} className="button button-blood mt-6">
            Soutenir à nouveau
          </Link>
        )}
      </div>
      {feed ? (
        <OwnFeed feed={feed} />
      ) : (
        <p className="mt-8 max-w-[60ch] text-lg">
          Votre flux a été retiré : son adresse ne mène plus à rien.{" "}
          <Link to="/contact" className="underline">
            Écrivez-nous
          </Link>{" "}
          si c’est une erreur.
        </p>
      )}
      {episodes.length > 0 && <OwnEpisodes episodes={episodes} />}
      <Part id="appareil" title="Vos données">
        <p className="max-w-[60ch] text-lg">
          Cet appareil ouvre votre espace sans mot de passe. Oubliez-le s’il n’est pas à vous seul ; un
          nouveau lien le rouvrira.
        </p>
        <div className="mt-6 flex flex-wrap items-center gap-x-8 gap-y-4">
          <PublicForm>
            <input type="hidden" name="intent" value="forget" />
            <button type="submit" className="button button-paper">
              Oublier cet appareil
            </button>
          </PublicForm>
          <Link
            to={`?${ASKED}=leave`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Quitter
          </Link>
        </div>
      </Part>
    </div>
  )
}

type AskProps = { hasSupport: boolean; response: FormResponse | undefined; isSent: boolean }

/** What anybody sees: a link goes to who is a supporter. */
function AskForLink({ hasSupport, response, isSent }: AskProps) {
  return (
    <PaperSheet title={TITLE}>
      {isSent ? (
        <div role="status" className="mt-6">
          <p className="text-lg font-bold">
            Si cette adresse est celle d’un soutien, un lien vient de partir.
          </p>
          <p className="mt-2">
            Il reste valable une heure. Rien reçu ? Regardez dans les indésirables, ou essayez l’adresse avec
            laquelle vous soutenez le podcast.
          </p>
        </div>
      ) : (
        <>
          <p className="mt-6 text-lg">
            Vous soutenez le podcast ? Un lien par e-mail, sans mot de passe, vous mène à votre flux et à ce
            qui vous est réservé.
          </p>
          <PublicForm response={response} className="relative mt-8 grid gap-4">
            <Honeypot />
            <input type="hidden" name="intent" value="link" />
            <PublicField
              label="Votre adresse e-mail"
              {...fieldsOf<LinkSchema>(response).field("email")}
              type="email"
              autoComplete="email"
            />
            <PublicSubmit>Recevoir mon lien</PublicSubmit>
          </PublicForm>
        </>
      )}
      {hasSupport && (
        <p className="mt-6">
          <Link to={SUPPORT} className="inline-flex min-h-11 items-center underline">
            Pas encore ? Soutenir le podcast
          </Link>
        </p>
      )}
    </PaperSheet>
  )
}

const QUESTIONS: Record<Asked, { title: string; detail: string; confirm: string }> = {
  renew: {
    title: "Une nouvelle adresse\u202f?",
    detail:
      "L’adresse d’aujourd’hui, ses sons et vos autres appareils ne marcheront plus\u00a0: il faudra redonner la nouvelle à vos applications. Cet appareil reste ouvert.",
    confirm: "Changer d’adresse",
  },
  leave: {
    title: "Tout effacer\u202f?",
    detail:
      "Votre adresse e-mail, votre nom, votre palier et sa fin s’effacent tout de suite, et votre flux ne marche plus. Un paiement régulier continue là où vous l’avez commencé\u00a0: arrêtez-le là-bas.",
    confirm: "Quitter et tout effacer",
  },
}

function Question({ asked, response }: { asked: Asked; response: FormResponse | undefined }) {
  const { title, detail, confirm } = QUESTIONS[asked]
  return (
    <PaperSheet title={title}>
      <p className="mt-6 text-lg">{detail}</p>
      <PublicForm response={response} action={SUPPORTERS_PAGE} className="mt-8">
        <input type="hidden" name="intent" value={asked} />
        <PublicSubmit>{confirm}</PublicSubmit>
      </PublicForm>
      <p className="mt-6">
        <Link to={SUPPORTERS_PAGE} className="inline-flex min-h-11 items-center underline">
          Annuler
        </Link>
      </p>
    </PaperSheet>
  )
}

/** The feed that is one's own, and what opens it. */
function OwnFeed({ feed: { url, qr } }: { feed: NonNullable<Own["feed"]> }) {
  return (
    <>
      <Part id="flux" title="Votre flux">
        <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 md:grid-cols-[1fr_auto]">
          <div>
            <p className="max-w-[60ch] text-lg">
              Il a tous les épisodes, et ce qui vous est réservé. Collez son adresse là où votre application
              ajoute un podcast, et gardez-la pour vous : qui la connaît écoute à votre place.
            </p>
            <FeedAddress address={url} />
            <p className="mt-5">
              <Link
                to={`?${ASKED}=renew`}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                Nouvelle adresse
              </Link>
            </p>
          </div>
          <QrCode qr={qr} label="QR code de l’adresse de votre flux">
            Sur un ordinateur ? Prenez l’adresse avec l’appareil photo de votre téléphone.
          </QrCode>
        </div>
      </Part>
      <Part id="applications" title="Dans votre application">
        <AppLinks feedUrl={url} isPrivate />
      </Part>
    </>
  )
}

/** What only supporters hear, here without an application. */
function OwnEpisodes({ episodes }: Pick<Own, "episodes">) {
  return (
    <Part id="reserves" title="Réservé pour vous">
      <ul className="divide-y-2 divide-ink-line border-y-2 border-ink-line">
        {episodes.map(({ id, title, publishedAt, durationSeconds, hasPage, address }) => (
          <li key={id} className="grid grid-cols-1 items-center gap-x-10 gap-y-3 py-5 md:grid-cols-2">
            <div className="min-w-0">
              <h3 id={`episode-${id}`} className="text-xl font-semibold break-words">
                {hasPage ? (
                  <Link to={`/episodes/${id}`} className="underline underline-offset-4">
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </h3>
              <p className="text-paper-dim">
                {formatLongDate(publishedAt)}
                {durationSeconds !== null && ` · ${formatDuration(durationSeconds)}`}
              </p>
            </div>
            <audio
              controls
              preload="none"
              src={address}
              aria-labelledby={`episode-${id}`}
              className="w-full"
            />
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby={id} className={`listen-${id} pt-12 md:pt-16`}>
      <h2 id={id} className="poster mb-6 text-poster-md text-gold">
        {title}
      </h2>
      {children}
    </section>
  )
}
