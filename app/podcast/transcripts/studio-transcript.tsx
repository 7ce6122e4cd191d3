import { useEffect, useState } from "react"
import { useFetcher } from "react-router"
import { FormTarget } from "#app/kit/http/form-target.ts"
import type { FormResponse } from "#app/kit/http/responses.server.ts"
import { ManagedTranscript, type ManagedTranscriptProps } from "./managed-transcript.tsx"
import { IN_STUDIO, transcriptAddress } from "./transcripts.copy.ts"

type Loaded = { managed: Omit<ManagedTranscriptProps, "response" | "isInStudio"> | null; failed: boolean }

/** The transcript of an episode in its studio: fetched once somebody looks, saved by itself, whatever else is unsaved there. */
export default function StudioTranscript({ episodeId }: { episodeId: number }) {
  const to = `${transcriptAddress(episodeId)}&${IN_STUDIO}`
  const { data, load, state } = useFetcher<Loaded>()
  const { data: response } = useFetcher<FormResponse>({ key: to })
  useEffect(() => void load(to), [load, to])
  const [managed, setManaged] = useState(data?.managed)
  // While the site cannot be reached, what is there stays, with what is being typed.
  if (data?.managed && data.managed !== managed) setManaged(data.managed)

  if (!managed) {
    if (!data?.failed) return <p role="status">Chargement de la transcription…</p>
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3">
        La transcription ne se charge pas.
        <button
          type="button"
          aria-disabled={state !== "idle"}
          onClick={() => void load(to)}
          className="office-button"
        >
          Réessayer
        </button>
      </p>
    )
  }
  return (
    <FormTarget value={{ to, key: to }}>
      <ManagedTranscript {...managed} response={response} isInStudio />
    </FormTarget>
  )
}
