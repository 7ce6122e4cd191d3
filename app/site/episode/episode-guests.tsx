import { usePodcast } from "#app/base/settings/use-podcast.ts"
import { PageLink } from "#app/kit/ui/page-link.tsx"
import { PosterImage } from "#app/kit/ui/poster-image.tsx"
import { GuestLink } from "#app/podcast/guests/guest-link.tsx"
import type { EpisodeGuest } from "#app/podcast/guests/public-guests.server.ts"

type Props = { guests: EpisodeGuest[]; haveOwnPages: boolean }

/** Who came, as people: with a picture, what they do, and where they are found. */
export function EpisodeGuests({ guests, haveOwnPages }: Props) {
  const { texts } = usePodcast()
  if (guests.length === 0) return null
  return (
    <section className="wrap pt-14" aria-labelledby="invites">
      <div className="mx-auto max-w-4xl">
        <h2 id="invites" className="poster text-poster-sm">
          {texts.guestsTitle}
        </h2>
        <ul className="mt-5 grid gap-6 sm:grid-cols-2">
          {guests.map((guest, index) => (
            <li key={guest.slug} className="relative flex min-w-0 items-center gap-5">
              <PosterImage
                src={guest.pictureUrl}
                picture={guest.picture}
                sizes="(width < 40rem) 5.5rem, 6.5rem"
                fallback={guest.name}
                variant={index}
                square
                className="aspect-square w-24 flex-none border-4 border-paper sm:w-28"
              />
              <div className="min-w-0">
                <h3 className="poster text-2xl break-words">
                  {haveOwnPages ? (
                    <PageLink
                      to={`/guests/${guest.slug}`}
                      className="underline-offset-4 hover:underline"
                      viewTransition
                    >
                      {guest.name}
                    </PageLink>
                  ) : (
                    guest.name
                  )}
                </h3>
                {guest.role && <p className="mt-1 break-words text-paper-dim">{guest.role}</p>}
                {guest.linkUrl && <GuestLink url={guest.linkUrl} />}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
