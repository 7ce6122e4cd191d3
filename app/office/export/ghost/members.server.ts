import { stringify } from "csv-stringify/sync"
import { CSV } from "#app/kit/http/csv.server.ts"
import type { Line } from "../shapes.ts"

const COLUMNS = ["email", "name", "subscribed_to_emails", "labels", "created_at"]

/** Who subscribed, as Ghost takes them: who left or is not reached is not mailed again, and who never confirmed stays away. */
export async function* membersCsv(batches: AsyncIterable<Line<"subscribers">[]>) {
  yield stringify([COLUMNS], CSV)
  for await (const rows of batches) {
    const members = rows
      .filter(({ state }) => state !== "unconfirmed")
      .map(({ email, name, state, createdAt }) => {
        const isSubscribed = state === "subscribed"
        return [email, name, String(isSubscribed), isSubscribed ? "" : "cko-non-abonné", createdAt]
      })
    yield stringify(members, CSV)
  }
}
