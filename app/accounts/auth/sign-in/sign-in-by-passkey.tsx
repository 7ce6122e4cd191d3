import { PasskeyButton } from "../passkey-button.tsx"
import { post } from "../passkey-ceremony.ts"
import type { Step } from "./passkey.schema.ts"

/** Signs in by passkey, and leaves the page. As the first step the browser offers it by itself, too. */
export function SignInByPasskey({ step }: { step: Step }) {
  return (
    <div className="mt-5">
      <PasskeyButton
        ceremony={{
          does: "use",
          ask: () => post("/auth/passkey", { intent: "ask", step }),
          take: async (response) => {
            await post("/auth/passkey", { intent: "answer", step, response })
            location.assign("/")
          },
          texts: {
            failed: "Votre navigateur n’a pas pu utiliser de clé d’accès.",
            effect: "vous n’êtes pas connecté",
          },
        }}
        isOffered={step === "first"}
        className="button button-ink w-full"
      >
        Se connecter avec une clé d’accès
      </PasskeyButton>
    </div>
  )
}
