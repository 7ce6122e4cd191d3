import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { createServer, isRunnableDevEnvironment } from "vite"
import type { Environment } from "./env.ts"

/** The site straight from its sources, through Vite: each request meets the newest code. */
export async function openSite(env: Environment, server: Server) {
  const vite = await createServer({
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  })
  const { ssr } = vite.environments
  if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error("Vite has no runnable server environment")
  const { runner } = ssr

  const { openSite }: typeof import("./site.ts") = await runner.import("/server/site.ts")
  const site = await openSite(env)
  const listener = getRequestListener(async (request) => {
    const { createApp }: typeof import("./app.ts") = await runner.import("/server/app.ts")
    return createApp(env).fetch(request)
  })
  return {
    listener: (request: IncomingMessage, response: ServerResponse) =>
      vite.middlewares(request, response, () => listener(request, response)),
    report: (error: unknown) => console.error(error),
    async close() {
      await vite.close()
      await site.close()
    },
  }
}
