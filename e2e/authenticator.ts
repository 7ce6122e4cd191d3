import type { Page } from "@playwright/test"

/** One like a telephone's: it holds passkeys, and has always just made sure who holds it. */
export async function plugInAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send("WebAuthn.enable")
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setUserVerified: (isUserVerified: boolean) =>
      client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    /** @param privateKey of an elliptic curve, PKCS #8 in base64; so are `credentialId` and `userHandle` */
    addPasskey: (passkey: { credentialId: string; userHandle: string; privateKey: string }) =>
      client.send("WebAuthn.addCredential", {
        authenticatorId,
        credential: { ...passkey, isResidentCredential: true, rpId: "localhost", signCount: 0 },
      }),
  }
}
