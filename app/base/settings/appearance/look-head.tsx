import { useLocation } from "react-router"
import antonUrl from "#app/kit/styles/fonts/anton.woff2?url"
import { DEFAULT_PALETTE } from "./palette.ts"
import { useLook } from "./use-look.ts"

/** What of the page's head follows from how hosts want the site to look. */
export function LookHead() {
  const look = useLook()
  // The back office has its own colours and face, whatever the public pages wear.
  const isOffice = /^\/admin(\/|$)/i.test(useLocation().pathname)
  const worn = isOffice ? null : look
  return (
    <>
      <meta name="theme-color" content={worn?.ground ?? DEFAULT_PALETTE.ink} />
      <link
        rel="preload"
        href={worn?.face.font ?? antonUrl}
        as="font"
        type="font/woff2"
        crossOrigin="anonymous"
      />
      {worn?.face.styles && <link rel="stylesheet" href={worn.face.styles} precedence="face" />}
      {worn?.css && <style data-look="" dangerouslySetInnerHTML={{ __html: worn.css }} />}
      <SiteIconLinks icons={look?.icons} />
      <link rel="manifest" href="/manifest.webmanifest" />
    </>
  )
}

type Icons = NonNullable<ReturnType<typeof useLook>>["icons"]

function SiteIconLinks({ icons }: { icons: Icons }) {
  if (!icons) return <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
  return (
    <>
      <link rel="icon" href={icons.small} type="image/png" sizes="32x32" />
      {icons.svg && <link rel="icon" href={icons.svg} type="image/svg+xml" sizes="any" />}
      <link rel="icon" href={icons.medium} type="image/png" sizes="192x192" />
      <link rel="apple-touch-icon" href={icons.touch} />
    </>
  )
}
