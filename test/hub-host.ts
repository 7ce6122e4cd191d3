import { buffer } from "node:stream/consumers"
import type { ServerResponse } from "node:http"
import { sql } from "drizzle-orm"
import { db } from "#app/db/client.server.ts"
import { anyNetwork } from "#app/kit/http/public-network.server.ts"
import { serve } from "./serve.ts"
import { setSettings } from "./site-settings.ts"

/** For tests: as if this machine were on the public internet. */
export const anywhere = anyNetwork

/** For tests: a hub on this machine, which hosts have chosen, and which answers as told. */
export async function startHub() {
  const heard: string[] = []
  const hub = { heard, answer: (response: ServerResponse) => void response.writeHead(204).end() }
  const { url, close } = await serve((request, response) => {
    void buffer(request).then((body) => {
      heard.push(`${request.method} ${request.headers["content-type"]} ${body}`)
      hub.answer(response)
    })
  })
  await setSettings("feed", { hub: `${url}/` })
  return Object.assign(hub, { url: `${url}/`, close })
}

/** As if the next attempt's time had come. */
export const makeHubDue = () =>
  db.execute(sql`update settings set value = value || jsonb_build_object('dueAt', now() - interval '1 second')
    where name = 'feed-hub'`)
