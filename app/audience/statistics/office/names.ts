/** From Monday. */
export const WEEKDAYS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]

const DEVICES: Record<string, string> = {
  mobile: "Téléphone ou tablette",
  computer: "Ordinateur",
  smart_speaker: "Enceinte",
  smart_tv: "Télévision",
  watch: "Montre",
  auto: "Voiture",
}

export const deviceName = (label: string) => DEVICES[label] ?? "Inconnu"

const REGIONS = new Intl.DisplayNames("fr", { type: "region", fallback: "code" })

/** @param code of two letters (ISO 3166) */
export const countryName = (code: string) =>
  /^[A-Z]{2}$/.test(code) ? (REGIONS.of(code) ?? code) : "Inconnu"
