import { buffer } from "node:stream/consumers"
import type { Context, Hono, MiddlewareHandler } from "hono"
import { SHOWN_ANYWHERE } from "#app/kit/http/open-to-apps.ts"
import { getStore } from "#app/media/store/store.server.ts"
import {
  brandPictures,
  brandSource,
  hasOwnIcon,
  hasOwnShare,
} from "#app/base/settings/appearance/brand.server.ts"
import {
  BRAND_FILES,
  brandAddress,
  type BrandFile,
  isBrandFile,
} from "#app/base/settings/appearance/pictures/brand-files.ts"
import { brandFile } from "#app/base/settings/appearance/pictures/draw.server.ts"

const ONE_WEEK = "public, max-age=604800"
const TEN_MINUTES = "public, max-age=600"

/**
 * The icons and the picture for networks that the site makes of itself. Addresses of an earlier state lead to the present one:
 * networks and readers keep them for long. Whatever is asked for, there is nothing else to be made.
 */
export function serveBrand(app: Hono) {
  app.on(["GET", "HEAD"], "/brand/:version/:name", async (c) => {
    const { version, name } = c.req.param()
    if (!isBrandFile(name)) return missing(c)
    if (version !== brandSource().version) return toPresent(c, name)
    return await answer(c, name, ONE_WEEK)
  })
  app.all("/brand/*", missing)
  // Asked for by old browsers and readers of feeds, whatever the pages say.
  app.on(["GET", "HEAD"], "/favicon.ico", unlessDefault(hasOwnIcon, "favicon.ico"))
  app.on(["GET", "HEAD"], "/favicon.svg", unlessDefault(hasOwnIcon, "icon-192.png"))
  app.on(["GET", "HEAD"], "/share.png", unlessDefault(hasOwnShare, "share.png"))
}

/** The fight poster's own files come with the site. */
function unlessDefault(isOwn: typeof hasOwnIcon, name: BrandFile): MiddlewareHandler {
  return async (c, next) => (isOwn(brandSource()) ? toPresent(c, name) : await next())
}

function toPresent(c: Context, name: BrandFile) {
  const location = name.startsWith("share.")
    ? brandPictures().share
    : brandAddress(brandSource().version, name)
  // Browsers ask what a redirect says, too.
  return c.body(null, 302, { Location: location, "Cache-Control": TEN_MINUTES, ...SHOWN_ANYWHERE })
}

async function answer(c: Context, name: BrandFile, cacheControl: string) {
  const file = await brandFile(name, async (path) => await buffer(await getStore().read(path)))
  if (!file) return missing(c)
  const headers = {
    "Content-Type": BRAND_FILES[name],
    "Cache-Control": cacheControl,
    ETag: file.etag,
    ...SHOWN_ANYWHERE,
  }
  if (c.req.header("if-none-match") === file.etag) return c.body(null, 304, headers)
  const full = { ...headers, "Content-Length": String(file.bytes.length) }
  return c.req.method === "HEAD" ? c.body(null, 200, full) : c.body(file.bytes, 200, full)
}

function missing(c: Context) {
  return c.text("Not found", 404, { "Cache-Control": "no-store" })
}
