import { createCookie } from "react-router"
import { z } from "zod"
import { getSettings } from "#app/kit/lib/settings.server.ts"
import { type Listener, secret } from "../feed/supporter-keys.server.ts"
import { SUPPORTERS_PAGE } from "../feed/supporter-paths.ts"

const DAYS = 90
const DAY_S = 86_400
/** The page, what is below it, and where it is read by scripts: that lies beside it. All other pages stay everybody's. */
const PATHS = [SUPPORTERS_PAGE, `${SUPPORTERS_PAGE}.data`]

/** Of another feed of theirs than the present one, it opens nothing. */
const deviceSchema = z.object({ id: z.int32(), feedNumber: z.int32(), at: z.number() })

/** Whose page a browser opens, as one of their links once said; whether they are still there is not asked. */
export async function readDevice(request: Request): Promise<Listener | undefined> {
  const cookie = await deviceCookie()
  const { data } = deviceSchema.safeParse(await cookie.parse(request.headers.get("cookie")))
  return data && Date.now() - data.at < DAYS * DAY_S * 1_000 ? data : undefined
}

/** The headers by which a browser opens somebody's page from now on, or no more. */
export async function deviceHeaders(listener?: Listener) {
  const cookie = await deviceCookie()
  const headers = new Headers()
  for (const path of PATHS) {
    const value = listener
      ? await cookie.serialize(
          { id: listener.id, feedNumber: listener.feedNumber, at: Date.now() } satisfies z.input<
            typeof deviceSchema
          >,
          { path },
        )
      : await cookie.serialize("", { path, maxAge: 0 })
    headers.append("Set-Cookie", value)
  }
  return headers
}

async function deviceCookie() {
  return createCookie("cko_soutien", {
    httpOnly: true,
    sameSite: "lax",
    secure: getSettings().publicUrl.startsWith("https:"),
    maxAge: DAYS * DAY_S,
    secrets: [await secret()],
  })
}
