import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import type { Asking } from "#app/kit/form/asking.ts"
import { keepForm } from "#app/kit/form/keep-form.ts"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { findAsked } from "#app/kit/http/questions.server.ts"
import type { Question } from "#app/kit/http/questions.ts"
import { respondToastFailure, respondToClick } from "#app/kit/http/responses.server.ts"
import { formatAgo, formatPlanned } from "#app/kit/lib/dates.ts"
import { ActionButton } from "#app/kit/ui/action-button.tsx"
import { ConfirmButton } from "#app/kit/ui/confirm-button.tsx"
import { QuestionPage } from "#app/kit/ui/question.tsx"
import { useFreshState } from "#app/kit/form/use-fresh-state.ts"
import type { Route } from "./+types/jobs.route"
import { jobIntents } from "./jobs.schema.ts"
import { sayFigures } from "./works.copy.ts"
import { findWork, listWorks, type ShownWork } from "./works.server.ts"

type Fields = Asking<typeof jobIntents>

export async function loader({ url }: Route.LoaderArgs) {
  const now = new Date()
  const works = await listWorks()
  const askAbandoning = (parameters: URLSearchParams) => {
    const found = works.find(({ name, mayAbandon }) => mayAbandon && name === parameters.get("name"))
    return found && abandoning(found)
  }
  return {
    question: await findAsked(url, { abandon: askAbandoning }, "Il n’y a rien à abandonner"),
    works: works.map(({ next, failingSince, ...work }) => ({
      ...work,
      // What is due waits for the next look, within a minute.
      due: next && (next <= now ? "Bientôt" : formatPlanned(next, now)),
      failing: failingSince && formatAgo(failingSince, now),
    })),
  }
}

export async function action({ request }: Route.ActionArgs) {
  const asked = parseIntent(await readForm(request), jobIntents)
  const work = asked.ok ? findWork(asked.value.name) : undefined
  const run = asked.intent === "retry" ? work?.retry : work?.abandon
  if (!run) return respondToastFailure("Il n’y a rien à reprendre", 404)
  return respondToClick(
    async () => {
      const count = await run()
      if (count === 0) return undefined
      const done = asked.intent === "retry" ? "remis en attente" : "abandonné"
      return count === 1
        ? `1 travail ${done}`
        : `${count.toLocaleString("fr-FR")} travaux ${done.replace(/^\S+/, "$&s")}`
    },
    asked.intent === "retry" ? "Impossible de réessayer" : "Impossible d’abandonner",
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepForm(args, [])

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Travaux")
}

export default function Jobs({ loaderData: { works, question } }: Route.ComponentProps) {
  const isUnderWay = works.some(({ working, waiting }) => working + waiting > 0)
  useFreshState(isUnderWay)
  const [busy, idle] = [works.filter(hasNews), works.filter((work) => !hasNews(work))]
  return (
    <>
      <h1 className="poster text-poster-sm">Travaux</h1>
      <p className="mt-2 max-w-[75ch]">
        Ce que le site fait de lui-même, derrière les pages. Ce qui échoue est repris plusieurs fois avant
        d’être montré ici.
      </p>
      {question ? (
        <QuestionPage {...question} />
      ) : (
        <>
          <ul className="list-rows mt-6">
            {busy.map((work) => (
              <WorkRow key={work.name} work={work} />
            ))}
          </ul>
          <section className="mt-6" aria-labelledby="rest">
            <h2 id="rest" className="font-semibold">
              Rien n’attend
            </h2>
            <ul className="mt-1 flex flex-wrap gap-x-5 text-[0.9375rem]">
              {idle.map(({ name, label, to }) => (
                <li key={name}>
                  <Link to={to} className="block py-1.5 underline">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </>
  )
}

type Work = Route.ComponentProps["loaderData"]["works"][number]

function WorkRow({ work }: { work: Work }) {
  const { name, label, to, share, failure, failing, mayRetry, mayAbandon } = work
  const about = `«\u00a0${label}\u00a0»`
  return (
    <li className="work-row" data-state={work.failed > 0 || failing ? "fix" : undefined}>
      <div className="min-w-0">
        <h2 className="font-semibold">
          <Link to={to}>{label}</Link>
        </h2>
        <p className="text-sm text-paper-ink tabular-nums">{describe(work)}</p>
        {share !== null && work.working > 0 && (
          <progress
            className="mt-2 w-full max-w-md accent-blood"
            value={share}
            max={1}
            aria-label={`Avancement de ${about}`}
          />
        )}
        {failure && (
          <p className="mt-1 text-sm break-words">
            Dernier échec{"\u00a0"}: {failure}
          </p>
        )}
        {failing && (
          <p className="mt-1 text-sm break-words">
            Le site n’y arrive pas ({failing} pour la première fois). Il réessaie de lui-même{"\u00a0"}; son
            journal technique dit pourquoi.
          </p>
        )}
      </div>
      {(mayRetry || mayAbandon) && (
        <div className="row-actions">
          {mayRetry && (
            <ActionButton
              label="Réessayer"
              icon="refresh-cw"
              subject={about}
              fields={{ intent: "retry", name } satisfies Fields}
            />
          )}
          {mayAbandon && <ConfirmButton label="Abandonner" icon="x" subject={about} {...abandoning(work)} />}
        </div>
      )}
    </li>
  )
}

const hasNews = ({ working, waiting, failed, failing, due }: Work) =>
  working + waiting + failed > 0 || Boolean(failing ?? due)

/** « 1 en cours · 12 en attente · 2 en échec · Prochaine fois : demain à 07:00 ». */
function describe({ due, share, ...figures }: Work) {
  const working = share === null ? undefined : `en cours, à ${Math.floor(share * 100)}\u00a0%`
  return [
    ...sayFigures(figures, working),
    ...(due ? [`Prochaine fois\u00a0: ${due.toLowerCase()}`] : []),
  ].join(" · ")
}

function abandoning({ name, label, failed }: Pick<ShownWork, "name" | "label" | "failed">): Question {
  return {
    question: `Abandonner ce qui a échoué dans «\u00a0${label}\u00a0»\u202f?`,
    detail:
      failed === 1
        ? "Ce travail ne sera plus tenté."
        : `Ces ${failed.toLocaleString("fr-FR")} travaux ne seront plus tentés.`,
    confirmLabel: "Abandonner",
    fields: { intent: "abandon", name } satisfies Fields,
  }
}
