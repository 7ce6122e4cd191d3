/** How long a client's connection lasts without a byte in either direction. What an answer waits for has to end before. */
export const CLIENT_SILENCE_MS = 120_000
