import { encode } from "uqr"

/** Around it, as scanners want it (ISO/IEC 18004). */
const QUIET_MODULES = 4

/** A text as a QR code: how many modules a side has, and the dark ones as strokes of a path, half a module down. */
export function drawQrCode(text: string) {
  const { size, data } = encode(text, { ecc: "M", border: QUIET_MODULES })
  const rows = data.map((row, y) => {
    const dark = row.map((isDark) => (isDark ? "1" : "0")).join("")
    return [...dark.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y + 0.5}h${run.length}`).join("")
  })
  return { size, path: rows.join("") }
}
