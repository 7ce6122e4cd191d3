/** `waiting`: for a confirmation; `refused`: mail servers do not take mails for the address. */
export type SubscriberState = "confirmed" | "waiting" | "refused"

export const STATE_LABELS: Record<SubscriberState, string> = {
  confirmed: "Confirmé",
  waiting: "À confirmer",
  refused: "Adresse refusée",
}
