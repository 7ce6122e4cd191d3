import { PageLink } from "#app/kit/ui/page-link.tsx"
import { usePlayer } from "../../podcast/player/player-context.ts"
import { MarkedText } from "./marked-text.tsx"
import type { Result } from "./search.server.ts"

/** Where an episode says what was searched for: each plays from its time, and leads to its page without scripts. */
export function FoundMoments({ path, moments, track }: Pick<Result, "path" | "moments" | "track">) {
  const { play } = usePlayer()
  if (moments.length === 0) return null
  return (
    // Over the link of the whole result.
    <ul aria-label="Dans la transcription" className="relative z-1 mt-3 grid max-w-[75ch] gap-1">
      {moments.map(({ seconds, clock, said }, index) => (
        <li key={index}>
          {seconds === null ? (
            <MarkedText segments={said} />
          ) : (
            <PageLink
              to={`${path}?t=${seconds}`}
              className="group flex min-h-11 items-baseline gap-4 py-1.5"
              onClick={(event) => {
                if (!track || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
                event.preventDefault()
                play(track, seconds)
              }}
            >
              <span className="poster w-14 shrink-0 text-lg text-gold">{clock}</span>{" "}
              <span className="underline-offset-4 group-hover:underline">
                <MarkedText segments={said} />
              </span>
            </PageLink>
          )}
        </li>
      ))}
    </ul>
  )
}
