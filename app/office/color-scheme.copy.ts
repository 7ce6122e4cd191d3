import type { ColorScheme } from "#app/kit/http/color-scheme.ts"

export const SCHEME_LABELS: Record<ColorScheme, string> = {
  auto: "Comme l’appareil",
  light: "Clair",
  dark: "Sombre",
}
