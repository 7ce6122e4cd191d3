import { DEFAULT_PALETTE, type Palette, PALETTE_FIELDS } from "./palette.ts"

/** Colours that go together, ready to be taken: each can be read in every pair of the public pages (palettes.test.ts). */
export const PALETTES: readonly { name: string; colours: Palette }[] = [
  { name: "Affiche", colours: DEFAULT_PALETTE },
  { name: "Minuit", colours: { ink: "#0b1026", paper: "#e9edf6", blood: "#3a6fe0", gold: "#f2b84b" } },
  { name: "Vinyle", colours: { ink: "#141216", paper: "#f3f1f5", blood: "#8a4fe0", gold: "#c9b3ff" } },
  { name: "Forêt", colours: { ink: "#0c1710", paper: "#f0f1e3", blood: "#2b8a4e", gold: "#e0c15a" } },
  { name: "Brique", colours: { ink: "#16181b", paper: "#efece6", blood: "#c8501a", gold: "#f0b26a" } },
  { name: "Plein jour", colours: { ink: "#faf6ea", paper: "#1b1917", blood: "#c8361f", gold: "#86560a" } },
]

export const sameColours = (one: Palette, other: Palette) =>
  PALETTE_FIELDS.every((field) => one[field] === other[field])
