import { useSyncExternalStore } from "react"
import { PrefetchPageLinks, useFetcher, useLocation } from "react-router"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { Icon } from "#app/kit/ui/icon.tsx"
import { CONSENT } from "./newsletter.copy.ts"
import { SubscribeFields } from "./subscribe-fields.tsx"

/**
 * The bell in the footer: subscribes from any page without leaving it, without scripts by way of `/newsletter`. Not on
 * pages that ask for an address themselves.
 */
export function SubscribeBox() {
  const fetcher = useFetcher<FormResponse | { sentTo: string }>()
  const { pathname } = useLocation()
  const { texts } = usePodcast()
  const isRunning = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  if (/^\/(auth|newsletter)(\/|$)/.test(pathname)) return null
  return (
    <section aria-labelledby="cloche" className="wrap pb-12">
      {/* A script that cannot be loaded when the form is sent would take the page away with it. */}
      {isRunning && <PrefetchPageLinks page="/newsletter" />}
      <div className="sheet on-paper grid gap-x-12 gap-y-6 overflow-hidden p-6 md:grid-cols-[1.2fr_1fr] md:items-center md:p-10">
        <div className="flex gap-5">
          <Icon name="bell" className="bell mt-1 size-12 flex-none text-blood md:size-16" />
          <div>
            <h2 id="cloche" className="poster text-poster-sm">
              {texts.newsletterTitle}
            </h2>
            <p className="mt-2 max-w-[52ch]">{CONSENT.form}</p>
          </div>
        </div>
        <SubscribeFields response={fetcher.data} fetcher={fetcher} />
      </div>
    </section>
  )
}

const subscribeToNothing = () => () => {}
