import { beforeAll, expect, test } from "vitest"
import * as account from "#app/accounts/auth/auth-mails.ts"
import * as invitations from "#app/accounts/invitations/invitation-mails.ts"
import * as ownAccount from "#app/accounts/profile/own-account-mails.ts"
import * as security from "#app/accounts/profile/security/security-mails.ts"
import * as newsletter from "#app/audience/newsletter/newsletter-mails.ts"
import { emptyTables, openTestDatabase } from "#test/database.ts"
import { nameOtherPodcast, theirsIn } from "#test/other-podcast.ts"
import { useOutbox } from "#test/outbox.ts"
import { sendForm } from "#test/people.ts"

type Mail = { subject: string; text: string }
/** What a module writes: a template more does not compile until it is here. */
type MailsOf<Module> = Record<keyof Module, () => Mail>

const [SITE, TO, LINK] = ["https://jardin.test", "lea@jardin.test", "https://jardin.test/lien"]
const occasion = { at: new Date(), browser: "Firefox sur Windows" }
const change = { to: TO, time: "20 novembre 2026 à 14:05", from: "Firefox sur Windows" }

const MAILS = {
  account: {
    passwordMail: () => account.passwordMail(SITE, TO, "jeton"),
    confirmationMail: () => account.confirmationMail(SITE, TO, "jeton"),
    newBrowserMail: () => account.newBrowserMail(SITE, TO, occasion, "cle"),
    recoveryCodeMail: () => account.recoveryCodeMail(SITE, TO, occasion, 3),
  } satisfies MailsOf<typeof account>,
  invitations: {
    invitationMail: () =>
      invitations.invitationMail({ email: TO, role: "moderator", link: LINK, expiresAt: new Date() }, "Nour"),
  } satisfies MailsOf<typeof invitations>,
  newsletter: {
    confirmationMail: () => newsletter.confirmationMail(TO, LINK),
    welcomeMail: () => newsletter.welcomeMail(TO, { confirm: LINK, unsubscribe: LINK }),
    askToConfirmMail: () =>
      newsletter.askToConfirmMail(
        TO,
        { confirm: LINK, unsubscribe: LINK },
        { origin: "import", wording: "Au marché" },
      ),
    ownLinksMail: () => newsletter.ownLinksMail(TO, { preferences: LINK, unsubscribe: LINK }),
    alreadySubscribedMail: () => newsletter.alreadySubscribedMail(TO, LINK),
  } satisfies MailsOf<typeof newsletter>,
  ownAccount: {
    newEmailMail: () => ownAccount.newEmailMail(TO, LINK),
    newEmailAskedMail: () => ownAccount.newEmailAskedMail(SITE, { from: TO, to: TO }),
    emailChangedMail: () => ownAccount.emailChangedMail(SITE, { from: TO, to: TO }),
    accountDeletedMail: () => ownAccount.accountDeletedMail(SITE, TO),
  } satisfies MailsOf<typeof ownAccount>,
  security: {
    factorAddedMail: () => security.factorAddedMail(SITE, change),
    lastFactorRemovedMail: () => security.lastFactorRemovedMail(SITE, change),
  } satisfies MailsOf<typeof security>,
}

const outbox = useOutbox()
beforeAll(openTestDatabase)
beforeAll(nameOtherPodcast)
// That of the host's first sign-in, when the podcast had another name.
beforeAll(() => emptyTables("mails"))

test.each(Object.values(MAILS).flatMap((mails) => Object.entries<() => Mail>(mails)))(
  "35.3 %s speaks of the host's podcast, and of no other",
  (_name, write) => {
    const { subject, text } = write()
    expect(`${subject}\n${text}`).toContain("Semis et saisons")
    expect([theirsIn(subject), theirsIn(text)]).toEqual([undefined, undefined])
  },
)

test("a mail comes from the host's podcast and is signed by it", async () => {
  await sendForm("/auth/forgot-password", { email: "nour@jardin.test" })
  const subjects = async () => (await outbox.mails()).map(({ headers }) => headers.subject).join()
  await expect.poll(subjects).toContain("nouveau mot de passe")
  for (const mail of await outbox.mails()) {
    expect([theirsIn(Object.values(mail.headers).join()), theirsIn(mail.text)]).toEqual([
      undefined,
      undefined,
    ])
    expect(mail.headers.from).toContain("Semis et saisons")
    expect(mail.text).toMatch(/-- \r?\nSemis et saisons/)
  }
})
