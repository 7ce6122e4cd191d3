import { beforeAll } from "vitest"
import { openPages } from "#server/pages.ts"
import { PUBLIC_URL } from "./app.ts"
import { databaseUrl, openTestDatabase } from "./database.ts"
import { serve } from "./serve.ts"

/** All that a server does around the pages, before the test database. */
export function useServedSite() {
  const site = { url: "" }
  beforeAll(openTestDatabase)
  beforeAll(async () => {
    const pages = openPages({ publicUrl: PUBLIC_URL, databaseUrl })
    const { url, close } = await serve(pages.listener)
    site.url = url
    return async () => {
      await close()
      await pages.close()
    }
  })
  return site
}
