import { afterEach, expect, test, vi } from "vitest"
import type { Transfer } from "#app/kit/form/media-source.ts"
import { sendFile, sendPicture } from "./transfers.ts"
import { clear } from "../upload/upload-queue.ts"

afterEach(() => vi.unstubAllGlobals())

const medium = { id: 1, kind: "image", address: "/media/a/b.png" }
const ready = () => Response.json({ state: "ready", failure: "", medium })
const away = () => Response.json({ state: "failed", failure: "L’autre site ne répond pas." }, { status: 422 })

function followed(transfer: Transfer) {
  const phases: string[] = []
  transfer.subscribe(() => phases.push(transfer.progress().phase))
  return phases
}

test("15.13 other hosts' pictures are asked for two at a time; one that failed is asked for again", async () => {
  const asked: ((answer: Response) => void)[] = []
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => asked.push(resolve)))
  const transfers = ["a", "b", "c"].map((name) => sendPicture({ address: `https://a.fr/${name}`, name }))
  const phases = transfers.map(followed)
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  asked[0]?.(away())
  asked[1]?.(ready())
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  expect(transfers[0]?.progress()).toEqual({
    phase: "failed",
    says: "L’autre site ne répond pas.",
    canRetry: true,
  })
  transfers[0]?.retry()
  transfers[2]?.cancel()
  await vi.waitFor(() => expect(asked).toHaveLength(4))
  asked[2]?.(ready())
  asked[3]?.(ready())
  await vi.waitFor(() => expect(phases).toEqual([["failed", "moving", "done"], ["done"], ["gone"]]))
})

test("15.13 a file that was refused says why for as long as it is wanted, and can be sent again", async () => {
  const refusal = async () =>
    new Response("Trop lourd.", {
      status: 413,
      headers: { "Tus-Resumable": "1.0.0", "Content-Type": "text/plain" },
    })
  vi.stubGlobal("fetch", refusal)
  const transfer = sendFile(new File(["a"], "a.png"))
  const failed = { phase: "failed", says: "Trop lourd.", canRetry: true }
  await vi.waitFor(() => expect(transfer.progress()).toEqual(failed))
  clear()
  expect(transfer.progress()).toEqual(failed)
  transfer.retry()
  expect(transfer.progress().phase).toBe("moving")
  await vi.waitFor(() => expect(transfer.progress()).toEqual(failed))
  transfer.cancel()
  expect(transfer.progress()).toEqual({ phase: "gone" })
})
