import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser"

const CANCELLED = "Aucune clé d’accès n’a été créée : la demande a été annulée, ou a duré trop longtemps."
const KNOWN = "Cet appareil a déjà une clé d’accès pour ce compte."
const IMPOSSIBLE =
  "Cet appareil ne peut pas créer de clé d’accès qui vous reconnaisse (empreinte, visage ou code). Essayez-en un autre."

/** Has the browser make a passkey. @returns it, or in French why there is none */
export async function createPasskey(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<{ response: RegistrationResponseJSON } | { failure: string }> {
  // Most visits of the page add none.
  const { startRegistration, WebAuthnError } = await import("@simplewebauthn/browser")
  try {
    return { response: await startRegistration({ optionsJSON }) }
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
      return { failure: KNOWN }
    const isCancelled = error instanceof Error && ["NotAllowedError", "AbortError"].includes(error.name)
    return { failure: isCancelled ? CANCELLED : IMPOSSIBLE }
  }
}
