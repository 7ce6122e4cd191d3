import { ensureBuild } from "../server/build.ts"

/** Before several sites start at once. */
export default async function setup() {
  await ensureBuild()
}
