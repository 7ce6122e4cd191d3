import { useRouteLoaderData } from "react-router"
import { SUPPORT } from "#app/audience/supporters/support-address.ts"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { LEGAL_PAGES } from "#app/writing/pages/legal-pages.ts"
import type { FooterPages } from "./footer-pages.server.ts"

/** What pages lead to only while it is there. */
export const useFooterPages = () =>
  useRouteLoaderData<{ footerPages: FooterPages }>("root")?.footerPages ?? NOT_READ

/** Where the root was not loaded. */
const NOT_READ: FooterPages = {
  legal: LEGAL_PAGES.map(({ slug }) => slug),
  ...{ hasLetters: false, hasFeed: true, hasSupport: false },
}

/** The menus as hosts made them; who may be supported nowhere yet has no page about it. */
export function useMenus() {
  const { header, footer, reading } = usePodcast().menus
  const { hasSupport } = useFooterPages()
  const shown = (entries: typeof header) => entries.filter(({ to }) => hasSupport || to !== SUPPORT)
  return { header: shown(header), footer: shown(footer), reading: shown(reading) }
}
