import type { TypeEntry } from "#app/content/managed-type.ts"
import { useEffect, useEffectEvent, useState } from "react"
import { can, isStaff, type Person } from "#app/kit/lib/rights.ts"
import { ReauthenticationGuard } from "#app/accounts/auth/reauthentication/reauthentication-guard.tsx"
import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { LeaveGuard } from "#app/kit/form/leave-guard.tsx"
import { type ColorScheme, colorSchemeCookie } from "#app/kit/http/color-scheme.ts"
import type { ShellState } from "#app/kit/http/shell-state.ts"
import { sidebarCookie } from "#app/kit/http/sidebar-state.ts"
import { MediaSourceProvider } from "#app/media/picker/media-source-provider.tsx"
import { UploadDock } from "#app/media/upload/upload-dock.tsx"
import { useSearchDialog } from "../search/use-search-dialog.tsx"
import { SETTINGS, sidebarGroups, type Waiting } from "../sidebar-entries.ts"
import { KeysDialog } from "./keys-dialog.tsx"
import { OfficeHeader } from "./office-header.tsx"
import { OfficeStyles } from "./office-styles.tsx"
import { BackLink, closeDrawer, SectionTabs, Sidebar, SIDEBAR } from "./sidebar.tsx"
import { useNewFromFiles } from "./use-new-from-files.ts"
import { useOfficeKeys } from "./use-office-keys.ts"

type Props = ShellState & {
  person: Person
  email?: string
  /** Where the page could not be loaded as a whole. */
  siteName?: string
  types?: TypeEntry[]
  waiting?: Waiting
  children: React.ReactNode
}

/** The frame of the back office: a header, the sidebar, the content and a slim footer. */
export function AdminShell({
  person,
  email,
  siteName,
  types = [],
  waiting,
  isExpanded: isExpandedAtFirst,
  scheme: loaded,
  children,
}: Props) {
  const { copyright } = usePodcast()
  const [isExpanded, setIsExpanded] = useState(isExpandedAtFirst)
  const toggle = () => {
    document.cookie = sidebarCookie(!isExpanded)
    setIsExpanded(!isExpanded)
  }
  useSidebarShortcut(toggle)
  useMediaQueriesAgain()
  const [scheme, chooseScheme] = useColorScheme(loaded)
  const search = useSearchDialog(types, chooseScheme)
  const groups = sidebarGroups(types, person)
  const { startFrom, saysFor } = useNewFromFiles(types)
  const mayUpload = can(person, "writing") || can(person, "letters")
  const [hasKeys, setHasKeys] = useState(false)
  useOfficeKeys(types, () => setHasKeys(true))
  const openSearch = () => {
    closeDrawer()
    search.open()
  }

  return (
    <div data-scheme={scheme} className="office flex min-h-dvh flex-col">
      <OfficeStyles />
      <a
        href="#contenu"
        className="office-button office-button-main sr-only z-50 focus:not-sr-only focus:fixed focus:top-4 focus:left-4"
      >
        Aller au contenu
      </a>
      <OfficeHeader
        name={siteName}
        email={email}
        home={isStaff(person) ? "/admin" : SETTINGS.to}
        onSearch={openSearch}
      />
      <div className="flex flex-1">
        <Sidebar
          person={person}
          groups={groups}
          waiting={waiting}
          isExpanded={isExpanded}
          onToggle={toggle}
          scheme={scheme}
          onChooseScheme={chooseScheme}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          {mayUpload && (
            <div className="sticky top-(--office-header) z-20 print:hidden">
              <UploadDock />
            </div>
          )}
          <SectionTabs groups={groups} waiting={waiting} />
          <MediaSourceProvider isAllowed={mayUpload} onDropped={startFrom} dropSays={saysFor}>
            <main
              id="contenu"
              tabIndex={-1}
              className="w-full max-w-6xl flex-1 p-4 outline-none has-[.manager-columns]:max-w-[104rem] md:px-8 md:pt-4 md:pb-8"
            >
              <BackLink groups={groups} />
              {children}
            </main>
            <footer className="border-t border-rule px-4 py-3 text-sm text-paper-ink md:px-8">
              {copyright}
            </footer>
          </MediaSourceProvider>
        </div>
      </div>
      {search.dialog}
      <KeysDialog isOpen={hasKeys} onClose={() => setHasKeys(false)} />
      <LeaveGuard />
      <ReauthenticationGuard />
    </div>
  )
}

/** Ctrl or Meta plus b, also while typing, but for what makes letters bold: folds the column, or opens and closes the drawer. */
function useSidebarShortcut(toggle: () => void) {
  const onShortcut = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = event.key.toLowerCase() === "b" && (event.ctrlKey || event.metaKey)
    if (
      !isShortcut ||
      event.defaultPrevented ||
      event.altKey ||
      event.shiftKey ||
      document.querySelector(":modal")
    )
      return
    event.preventDefault()
    if (narrow().matches) document.getElementById(SIDEBAR)?.togglePopover()
    else if (!event.repeat) toggle()
  })

  useEffect(() => {
    const query = narrow()
    const listener = (event: KeyboardEvent) => onShortcut(event)
    document.addEventListener("keydown", listener)
    // An open drawer has no place on a screen that has become wide.
    query.addEventListener("change", closeDrawer)
    return () => {
      document.removeEventListener("keydown", listener)
      query.removeEventListener("change", closeDrawer)
    }
  }, [])
}

function narrow() {
  return matchMedia("(width < 48rem)")
}

/** Once nothing is resized any more. */
const AFTER_RESIZE_MS = 60

/**
 * Lays the page out anew after a resize: where size containers and viewport units meet, WebKit before the mending of its bug
 * 310086 looks at no media query then, and a turned tablet would keep its sidebar.
 */
function useMediaQueriesAgain() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onResize = () => {
      clearTimeout(timer)
      timer = setTimeout(layOutAnew, AFTER_RESIZE_MS)
    }
    addEventListener("resize", onResize)
    return () => {
      clearTimeout(timer)
      removeEventListener("resize", onResize)
    }
  }, [])
}

function layOutAnew() {
  // Styles first: it is while these are found, and nothing else is left to do, that the queries are passed over.
  document.body.getBoundingClientRect()
  const { style } = document.documentElement
  // Of no effect where there are no columns.
  style.columnFill = style.columnFill ? "" : "auto"
}

/** What was chosen since the page was loaded: a frame that is drawn anew, around an error, knows older cookies only. */
let chosen: ColorScheme | undefined

/** @param loaded what the request's cookie said */
function useColorScheme(loaded: ColorScheme) {
  const [scheme, setScheme] = useState(chosen ?? loaded)
  const choose = (next: ColorScheme) => {
    chosen = next
    document.cookie = colorSchemeCookie(next)
    setScheme(next)
  }
  return [scheme, choose] as const
}
