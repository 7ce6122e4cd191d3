import officeIcons from "#app/kit/ui/icons/office.svg?raw"
import siteIcons from "#app/kit/ui/icons/site.svg?raw"
import { formatSpeed, SPEEDS } from "../player/speeds.ts"
import { formatTime } from "../player/times.ts"
import { type EmbeddedTrack, TRACKS } from "./embedded.ts"

type Props = { tracks: [EmbeddedTrack, ...EmbeddedTrack[]]; podcastName: string; script: string }

/** The player of an episode, or of several one after the other: drawn on the server, and moved by `embed-player.ts`. */
export function EmbeddedPlayer({ tracks, podcastName, script }: Props) {
  const [first] = tracks
  const isList = tracks.length > 1
  const { chapters } = first
  return (
    <>
      <main id="main" aria-label="Lecteur">
        <img
          id="cover"
          src={first.imageUrl}
          alt=""
          width="148"
          height="148"
          loading="lazy"
          referrerPolicy="no-referrer"
        />
        <header>
          <p>{podcastName}</p>
          <h1>
            <a id="title" data-page="" href={first.page} target="_blank" rel="noopener">
              {first.title}
            </a>
          </h1>
          <p id="guest">{first.guest && `avec ${first.guest}`}</p>
          <p id="notice" role="status" />
        </header>
        {first.audioUrl ? (
          <div className="bar">
            <audio id="audio" controls preload="none" src={first.audioUrl} />
            <button id="play" type="button" aria-label="Lecture" className="scripted">
              <Sign name="play" />
              <Sign name="pause" />
            </button>
            <input
              id="place"
              type="range"
              min="0"
              max="1"
              step="1"
              aria-label="Position"
              className="scripted"
            />
            <span className="time scripted">
              <span id="elapsed" />
              <span id="whole" />
            </span>
          </div>
        ) : (
          <p className="bar">Cet épisode se regarde sur le site.</p>
        )}
        <nav className="tools" aria-label="Outils">
          {first.audioUrl && (
            <select id="speed" aria-label="Vitesse" defaultValue="1" className="scripted">
              {SPEEDS.map((speed) => (
                <option key={speed} value={speed}>
                  {formatSpeed(speed)}
                </option>
              ))}
            </select>
          )}
          {isList && <Opener panel="episodes" sign="list" label="Épisodes" />}
          <Opener
            panel="chapitres"
            sign="list-ordered"
            label="Chapitres"
            page={`${first.page}#chapitres`}
            isHidden={chapters?.length === 0}
          />
          <Opener
            panel="transcription"
            sign="captions"
            label="Transcription"
            page={`${first.page}#transcription`}
            isHidden={!first.hasTranscript}
          />
          <Opener panel="partager" sign="share-2" label="Partager" />
          {first.audioUrl && (
            <a
              id="download"
              href={first.audioUrl}
              download
              target="_blank"
              rel="noopener"
              title="Télécharger"
            >
              <Sign name="download" />
              <span>Télécharger</span>
            </a>
          )}
          <a data-page="" href={first.page} target="_blank" rel="noopener" title="Ouvrir sur le site">
            <Sign name="external-link" />
            <span>Ouvrir sur le site</span>
          </a>
        </nav>
        {isList && (
          <Panel id="episodes" title="Épisodes" isFirst>
            <ol>
              {tracks.map(({ episodeId, title, page, durationSeconds }, index) => (
                <li key={episodeId}>
                  <a
                    href={page}
                    target="_blank"
                    rel="noopener"
                    data-track={index}
                    aria-current={index === 0 || undefined}
                  >
                    <span>{durationSeconds === null ? "" : formatTime(durationSeconds)}</span>
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </Panel>
        )}
        <Panel id="chapitres" title="Chapitres" isFirst={!isList && Boolean(chapters?.length)}>
          <ol>
            {chapters?.map(({ start, title }, index) => (
              <li key={index}>
                <a
                  href={`${first.page}?t=${Math.floor(start / 1_000)}`}
                  target="_blank"
                  rel="noopener"
                  data-t={start / 1_000}
                >
                  <span>{formatTime(start / 1_000)}</span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </Panel>
        <Panel
          id="transcription"
          title="Transcription"
          head={
            <>
              <input
                id="words"
                type="search"
                aria-label="Chercher dans la transcription"
                placeholder="Chercher"
              />
              <span id="found" role="status" />
            </>
          }
        >
          <ol id="cues" />
        </Panel>
        <Panel id="partager" title="Lien à cet instant">
          <div>
            <input id="link" readOnly aria-label="Lien à cet instant" />
            <span id="copied" role="status" />
          </div>
        </Panel>
      </main>
      {first.audioUrl && (
        <>
          <script
            id={TRACKS}
            type="application/json"
            dangerouslySetInnerHTML={{ __html: JSON.stringify(tracks).replaceAll("<", "\\u003c") }}
          />
          <script dangerouslySetInnerHTML={{ __html: script }} />
        </>
      )}
    </>
  )
}

type OpenerProps = { panel: string; sign: string; label: string; page?: string; isHidden?: boolean }

/** Opens a panel; without scripts, what leads to the same on the site. */
function Opener({ panel, sign, label, page, isHidden }: OpenerProps) {
  return (
    <a
      id={`open-${panel}`}
      data-open={panel}
      href={page ?? "#"}
      target={page && "_blank"}
      rel="noopener"
      hidden={isHidden}
      title={label}
      className={page ? undefined : "scripted"}
    >
      <Sign name={sign} />
      <span>{label}</span>
    </a>
  )
}

type PanelProps = {
  id: string
  title: string
  head?: React.ReactNode
  /** It is open where there is room for one. */
  isFirst?: boolean
  children: React.ReactNode
}

function Panel({ id, title, head, isFirst, children }: PanelProps) {
  return (
    <section id={id} aria-label={title} className={isFirst ? "first" : undefined}>
      <div>
        <h2>{title}</h2>
        {head}
        <button type="button" className="close scripted" aria-label={`Fermer\u00a0: ${title}`}>
          <Sign name="x" />
        </button>
      </div>
      {children}
    </section>
  )
}

function Sign({ name }: { name: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" dangerouslySetInnerHTML={{ __html: SIGNS.get(name) ?? "" }} />
  )
}

/** What is drawn of each icon, by its name. */
const SIGNS = new Map(
  [...`${siteIcons}${officeIcons}`.matchAll(/<symbol id="icon-([\w-]+)"[^>]*>(.*?)<\/symbol>/gs)].map(
    ([, name = "", drawn = ""]) => [name, drawn],
  ),
)
