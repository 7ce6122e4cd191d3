import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"

/** What an authenticator and its browser say, where no real one is: a passkey in memory (WebAuthn level 2, ES256). */
export type Authenticator = ReturnType<typeof createAuthenticator>

type Options = { origin?: string; isUserVerified?: boolean; counts?: boolean }

const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

/** @param options.origin where the browser is; `isUserVerified`: whether it asks for a finger or a PIN */
export function createAuthenticator({
  origin = "https://cko.test",
  isUserVerified = true,
  counts = false,
}: Options = {}) {
  const id = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  const state = { counter: 0, userHandle: "", origin, isUserVerified }

  function authenticatorData(rpId: string, attested = Buffer.alloc(0)) {
    const flags = PRESENT | (state.isUserVerified ? VERIFIED : 0) | (attested.length > 0 ? ATTESTED : 0)
    const counter = Buffer.alloc(4)
    if (counts) counter.writeUInt32BE((state.counter += 1))
    const head = createHash("sha256").update(rpId).digest()
    return Buffer.concat([head, Buffer.from([flags]), counter, attested])
  }

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: state.origin, crossOrigin: false }))

  const common = () => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key" as const,
    clientExtensionResults: {},
  })

  return {
    id: id.toString("base64url"),
    /** What comes out otherwise when this is changed: a wrong site, no finger, a copy with an old counter. */
    state,

    /** `startRegistration` */
    register(options: { challenge: string; rp: { id?: string }; user: { id: string } }) {
      state.userHandle = options.user.id
      const clientDataJSON = clientData("webauthn.create", options.challenge)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(x, y)])
      const authData = authenticatorData(options.rp.id ?? "", attested)
      return {
        ...common(),
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          attestationObject: attestationOf(authData).toString("base64url"),
          transports: ["internal"],
        },
      }
    },

    /** `startAuthentication` */
    authenticate(options: { challenge: string; rpId?: string }) {
      const clientDataJSON = clientData("webauthn.get", options.challenge)
      const data = authenticatorData(options.rpId ?? "")
      const digest = createHash("sha256").update(clientDataJSON).digest()
      const signature = sign("sha256", Buffer.concat([data, digest]), privateKey)
      return {
        ...common(),
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: signature.toString("base64url"),
          userHandle: state.userHandle,
        },
      }
    },
  }
}

/** CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}, an ES256 key. */
export function coseKey(x: string, y: string) {
  const coordinate = (text: string) =>
    Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, "base64url")])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ])
}

/** CBOR: {fmt: "none", attStmt: {}, authData} */
function attestationOf(authData: Buffer) {
  const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    Buffer.from([0x58, authData.length]),
    authData,
  ])
}
