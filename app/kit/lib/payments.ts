/** Who tells the site of payments; the last is anything that sends the documented form (docs/product.md 57.3). */
export const PAYMENT_SERVICES = ["helloasso", "kofi", "stripe", "other"] as const

export type PaymentService = (typeof PAYMENT_SERVICES)[number]

/** `waiting`: a host says whose it is. `dismissed`: nothing follows of it. */
export const PAYMENT_STATES = ["waiting", "applied", "dismissed"] as const
