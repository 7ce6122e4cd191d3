import { z } from "zod"
import { siteSettings } from "#app/base/settings/site-settings.server.ts"
import { PublicForm, PublicSubmit } from "#app/kit/form/public-form.tsx"
import { readForm } from "#app/kit/http/forms.server.ts"
import { parseIntent } from "#app/kit/http/intents.server.ts"
import { redirectTo } from "#app/kit/http/redirects.server.ts"
import { respondFirstError } from "#app/kit/http/responses.server.ts"
import { loadOr } from "#app/kit/http/public-list.server.ts"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { pageMeta } from "#app/kit/ui/page-meta.ts"
import { nameSpan } from "../newsletter/growth/periods.ts"
import { listSteps, sumLast } from "./figures.server.ts"
import type { Route } from "./+types/method.route"
import { Method } from "./method.tsx"
import { isUncounted, METHOD_PATH, UNCOUNTED_COOKIE } from "./uncounted.ts"

/** 13 months: as long as the CNIL lets anything of an audience stay with a browser. */
const MAX_AGE = 395 * 86_400

export async function loader({ request }: Route.LoaderArgs) {
  const { isCounted, isMethodPublic, areFiguresPublic } = siteSettings().audience
  const isOut = isUncounted(request.headers.get("cookie") ?? "")
  const figures = isCounted && areFiguresPublic ? await loadOr(findPublicFigures(), null) : undefined
  return { isCounted, isMethodPublic, isOut, figures: figures?.value }
}

/** As many months as are shown. */
const MONTHS = 12

async function findPublicFigures() {
  const [sums, steps] = await Promise.all([sumLast(["downloads"]), listSteps("downloads", "mois")])
  const months = steps.slice(-MONTHS).toReversed()
  return {
    month: sums("downloads").month,
    months: months.map(({ start, count }) => ({ name: nameSpan("mois", start), count })),
  }
}

export async function action({ request }: Route.ActionArgs) {
  const asked = parseIntent(await readForm(request), { leave: z.object({}), join: z.object({}) })
  if (!asked.ok) return respondFirstError(asked)
  const [value, age] = asked.intent === "leave" ? ["1", MAX_AGE] : ["", 0]
  const secure = getSettings().publicUrl.startsWith("https:") ? "; Secure" : ""
  const cookie = `${UNCOUNTED_COOKIE}=${value}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`
  return redirectTo(METHOD_PATH, { headers: { "Set-Cookie": cookie } })
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: "Mesure d’audience",
    description: "Ce que le site compte de ses écoutes et de ses visites, et comment ne pas en être.",
    path: METHOD_PATH,
    noIndex: true,
  })
}

/** What visitors may know of it, and whether they want to be part of it. */
export default function MethodPage({ loaderData }: Route.ComponentProps) {
  const { isCounted, isMethodPublic, isOut, figures } = loaderData
  return (
    <PaperSheet title="Mesure d’audience">
      {!isCounted && <p className="mt-6 text-lg">Ce site ne mesure pas son audience.</p>}
      {isCounted && (
        <>
          <p className="mt-6 text-lg">
            Ce site compte lui-même ses écoutes et ses visites, sans cookie et sans garder d’adresse. Vous
            pouvez demander à ne pas être compté&nbsp;: ce navigateur le retiendra par un cookie qui ne dit
            que cela, pendant treize mois.
          </p>
          <p role="status" className="mt-6 border-l-8 border-ink bg-paper-shade px-4 py-3 font-bold">
            {isOut ? "Ce navigateur n’est pas compté." : "Ce navigateur est compté, sans être reconnu."}
          </p>
          <PublicForm className="mt-6">
            <input type="hidden" name="intent" value={isOut ? "join" : "leave"} />
            <PublicSubmit>{isOut ? "Être compté de nouveau" : "Ne plus être compté"}</PublicSubmit>
          </PublicForm>
        </>
      )}
      {figures && <Figures {...figures} />}
      {isCounted && isMethodPublic && <Method />}
    </PaperSheet>
  )
}

type FiguresProps = { month: number; months: readonly { name: string; count: number }[] }

/** What hosts show of it: plain numbers. */
function Figures({ month, months }: FiguresProps) {
  return (
    <section className="mt-10">
      <h2 className="poster text-2xl">Téléchargements</h2>
      <p className="mt-3 text-lg">
        <strong>{month.toLocaleString("fr-FR")}</strong> en trente jours.
      </p>
      <table className="mt-4 w-full">
        <tbody>
          {months.map(({ name, count }) => (
            <tr key={name} className="border-t border-ink">
              <th scope="row" className="py-2 text-left font-normal">
                {name}
              </th>
              <td className="text-right font-semibold tabular-nums">{count.toLocaleString("fr-FR")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
