/** How often somebody wants a mail about what waits for them: at once, once a day, never. */
export const NOTICE_PACES = ["now", "daily", "never"] as const
export type NoticePace = (typeof NOTICE_PACES)[number]
