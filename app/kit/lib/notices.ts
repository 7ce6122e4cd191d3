/** How often somebody wants a mail about what waits for them. */
export const NOTICE_FREQUENCIES = ["now", "daily", "never"] as const
export type NoticeFrequency = (typeof NOTICE_FREQUENCIES)[number]

/** Who wants to know at once gets no more than one mail in this time: what comes meanwhile stands together in the next. */
export const QUIET_MS = 10 * 60_000

export const NOTICE_LABELS: Record<NoticeFrequency, string> = {
  now: "Tout de suite",
  daily: "Une fois par jour, à 8 heures",
  never: "Jamais",
}
