import { expect, onTestFinished, test, vi } from "vitest"
import { sendFile } from "./send-file.ts"

test("a file that cannot be read any more is not waited for like a lost network", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")))
  onTestFinished(() => void vi.unstubAllGlobals())
  const gone = new DOMException("The file changed.", "NotReadableError")
  const file = new File(["son"], "round.wav")
  file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(gone) })
  const { signal } = new AbortController()
  const onWaiting = vi.fn<() => void>()
  const sending = sendFile(file, { signal, onUrl: () => {}, onProgress: () => {}, onWaiting })
  await expect(sending).rejects.toBe(gone)
  expect(onWaiting).not.toHaveBeenCalled()
})
