import type { ColorScheme } from "#app/http/color-scheme.ts"

export const SCHEME_LABELS: Record<ColorScheme, string> = {
  auto: "Comme l’appareil",
  light: "Clair",
  dark: "Sombre",
}
