import { randomBytes } from "node:crypto"
import { writeFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import sharp from "sharp"
import { findViolations } from "./axe.ts"
import { expect, openManager, test } from "./office.ts"

test.use({ expectedError: /ERR_INTERNET_DISCONNECTED/ })

const BYTES = 24_000_000
/** The worker stands behind everybody else on a busy machine. */
const RECOGNISED = { timeout: 120_000 }
test.setTimeout(300_000)

test("28.2 a sound goes on after a lost network and a reload, and what is dropped is taken or refused", async ({
  page,
  unique,
}, info) => {
  const name = `round-${unique}.wav`
  const file = info.outputPath(name)
  await writeFile(file, Buffer.concat([wavHeader(BYTES), randomBytes(BYTES)]))
  const [r = 0, g = 0, b = 0] = randomBytes(3)
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
  page.on("dialog", (dialog) => void dialog.accept())
  await openManager(page, "/admin/media")
  const network = await page.context().newCDPSession(page)
  const limit = (bytesPerSecond: number, offline = false) =>
    network.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    })
  const dock = page.getByRole("region", { name: /envoi/i })
  const row = dock.getByRole("listitem").filter({ hasText: name })
  const openList = () => dock.getByRole("button", { name: "Liste des envois", exact: true }).click()

  // So slow that it is not done before it is cut, whatever else the machine does.
  await limit(1_000_000)
  await page.locator("main input[type=file]").setInputFiles(file)
  await openList()
  await expect.poll(() => row.getByRole("progressbar").evaluate(valueOf)).toBeGreaterThan(2_000_000)
  await expect(row).toContainText(/Mo sur 24\sMo – .*[kM]o\/s – encore \d+\s(s|min)/)
  await page
    .getByRole("navigation", { name: "Administration" })
    .getByRole("link", { name: "Actualités" })
    .click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gestion des actualités")
  await limit(-1, true)
  await expect(row).toContainText("Connexion perdue : l’envoi reprendra de lui-même.")

  await limit(200_000)
  await expect(row).toContainText(/[kM]o\/s/)
  await page.reload()
  await limit(-1)
  await openList()
  await expect(row).toContainText(/Interrompu à [1-9][\d,]*\sMo/)
  const choosing = page.waitForEvent("filechooser")
  await row.getByRole("button", { name: /^Choisir/ }).click()
  await (await choosing).setFiles(file)
  const toast = page.locator(".toast")
  await expect(toast).toContainText("Dans la médiathèque", RECOGNISED)
  await expect(dock).toHaveCount(0)

  await drop(page, [
    { name: `photo-${unique}.png`, parts: [picture.toString("latin1")] },
    { name: "photo.jpg", parts: ["<!doctype html><script>alert(1)</script>"] },
  ])
  await expect(toast).toContainText(`photo-${unique}`, RECOGNISED)
  await openList()
  const refused = dock.getByRole("listitem").filter({ hasText: "photo.jpg" })
  await expect(refused.getByRole("progressbar")).toHaveCount(0)
  await expect(page.getByRole("status").filter({ hasText: "photo.jpg\u00a0: " })).toHaveCount(1)
  expect(await findViolations(page)).toEqual([])
  await refused.getByRole("button", { name: /^Retirer/ }).click()
  await expect(dock).toHaveCount(0)
})

const valueOf = (bar: HTMLElement | SVGElement) => (bar as HTMLProgressElement).value

async function drop(page: Page, files: { name: string; parts: string[] }[]) {
  await page.evaluate((given) => {
    const data = new DataTransfer()
    for (const { name, parts } of given) {
      const bytes = Uint8Array.from(parts.join(""), (letter) => letter.charCodeAt(0))
      data.items.add(new File([bytes], name))
    }
    const target = document.querySelector("h1")
    for (const type of ["dragover", "drop"])
      target?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
  }, files)
}

/** Of 16 bits, two channels, 44.1 kHz. */
function wavHeader(bytes: number) {
  const header = Buffer.alloc(44)
  header.write("RIFF", 0)
  header.writeUInt32LE(36 + bytes, 4)
  header.write("WAVEfmt ", 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(2, 22)
  header.writeUInt32LE(44_100, 24)
  header.writeUInt32LE(176_400, 28)
  header.writeUInt16LE(4, 32)
  header.writeUInt16LE(16, 34)
  header.write("data", 36)
  header.writeUInt32LE(bytes, 40)
  return header
}
