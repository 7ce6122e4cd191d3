/** What subscribers choose to receive, and what each letter is about. */
export const LETTER_TOPICS = ["episodes", "news", "letters"] as const
export type LetterTopic = (typeof LETTER_TOPICS)[number]

/** `stopped`: ended by a host, who chose that the rest of its recipients do not get it. */
export const LETTER_STATES = ["draft", "scheduled", "sending", "paused", "sent", "stopped"] as const
export type LetterState = (typeof LETTER_STATES)[number]

/**
 * Where a letter is on its way to one person. `sending`: it is being handed over, and nobody knows more should its process be
 * killed now; `uncertain`: that happened. `skipped`: whoever it was for unsubscribed, or was erased, before their turn.
 */
export const RECIPIENT_STATES = ["waiting", "sending", "sent", "refused", "uncertain", "skipped"] as const
export type RecipientState = (typeof RECIPIENT_STATES)[number]

/**
 * How a letter bounced that a mail server had taken. `hard`: the address takes no mail; `soft`: not for now; `blocked`: the
 * letter was refused, which says nothing about the address; `complaint`: whoever got it called it spam.
 */
export const BOUNCE_KINDS = ["hard", "soft", "blocked", "complaint"] as const
export type BounceKind = (typeof BOUNCE_KINDS)[number]
