import type { Line } from "../shapes.ts"

const COLUMNS = ["email", "name", "subscribed_to_emails", "labels", "created_at"]

/** Who subscribed, as Ghost takes them: who left or is not reached is not mailed again, and who never confirmed stays away. */
export async function* membersCsv(batches: AsyncIterable<Line<"subscribers">[]>) {
  yield `${COLUMNS.join(",")}\r\n`
  for await (const rows of batches) {
    yield rows
      .filter(({ state }) => state !== "unconfirmed")
      .map(({ email, name, state, createdAt }) =>
        [
          email,
          name,
          String(state === "subscribed"),
          state === "subscribed" ? "" : "cko-non-abonné",
          createdAt ?? "",
        ]
          .map(cell)
          .join(","),
      )
      .map((line) => `${line}\r\n`)
      .join("")
  }
}

/** What a spreadsheet would run as a formula is text. */
const cell = (value: string) => {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
