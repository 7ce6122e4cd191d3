/** How often somebody wants a mail about what waits for them. */
export const NOTICE_PACES = ["now", "daily", "never"] as const
export type NoticePace = (typeof NOTICE_PACES)[number]

export const NOTICE_LABELS: Record<NoticePace, string> = {
  now: "Tout de suite",
  daily: "Une fois par jour, à 8 heures",
  never: "Jamais",
}
