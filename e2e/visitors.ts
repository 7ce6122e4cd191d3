import { randomInt } from "node:crypto"
import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test"

/** The header by which the sites know a visitor's address: limits count per address, and no two journeys share one. */
export function anyAddress() {
  return { "X-Forwarded-For": `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` }
}

/** Sends a form as a person does, who takes longer over it: what comes within two seconds is taken for a machine's. */
export async function send(form: Locator, button: string) {
  await form.locator("[name=opened]").evaluate((field) => {
    if (field instanceof HTMLInputElement) field.value = String(Number(field.value) - 10_000)
  })
  await form.getByRole("button", { name: button }).click()
}

/** Opens an episode's page, with its scripts running. */
export async function openEpisode(page: Page, path: string) {
  await page.goto(path)
  await waitForScripts(page)
}

/** Waits until the page's scripts run (fixtures.ts marks it then). */
export async function waitForScripts(page: Page) {
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" })
}

export function likeButton(page: Page) {
  return page.getByRole("button", { name: /^J’aime/ })
}

export function commentForm(page: Page) {
  return page.getByRole("form", { name: "Laisser un commentaire" })
}

export function comments(page: Page) {
  return page.getByRole("region", { name: /^Commentaires/ }).getByRole("article")
}

export type Comment = { name: string; email: string; content: string; parent?: string }

export async function writeComment(page: Page, { name, email, content }: Comment) {
  const form = commentForm(page)
  await form.getByLabel("Nom").fill(name)
  await form.getByLabel("Email").fill(email)
  await form.getByLabel("Commentaire").fill(content)
}

/** Posts a comment without opening the page. */
export async function postComment(request: APIRequestContext, path: string, comment: Comment) {
  const response = await request.post(path, {
    form: { intent: "comment", opened: String(Date.now() - 10_000), website: "", ...comment },
    headers: anyAddress(),
    maxRedirects: 0,
  })
  expect(response.status()).toBe(302)
}
