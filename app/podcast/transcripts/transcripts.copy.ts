export const TRANSCRIPTS_PATH = "/admin/transcripts"
export const transcriptAddress = (episodeId: number) => `${TRANSCRIPTS_PATH}?episode=${episodeId}`
/** In the address when it is asked for by the episode's own page, which stays where it is. */
export const IN_STUDIO = "studio"

export const TITLE = "Transcriptions"
export const NO_EPISODE = "Épisode non trouvé"
export const NOTHING_TO_READ = "Il n’y a rien à lire dans ce texte"
export const CANNOT_SAVE = "Impossible d’enregistrer la transcription"
export const CANNOT_CHANGE = "Impossible de modifier cette transcription"
