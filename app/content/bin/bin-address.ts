export const BIN = "/admin/bin"

/** After several were deleted at once: the way to all of them. */
export const TO_BIN = { to: BIN, label: "Voir la corbeille" }
