import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"

// A password's hash costs as much as ten requests, on purpose. Of the same password and salt it is the same hash: tests, in
// which one password signs in a thousand times, have each computed once.
const { scrypt } = crypto
const known = new Map<string, Buffer>()

crypto.scrypt = ((...call: Parameters<typeof scrypt>) => {
  const [password, salt, length, options, callback] = call
  if (typeof password !== "string" || typeof salt !== "string") return scrypt(...call)
  const key = JSON.stringify([password, salt, length, options])
  const found = known.get(key)
  if (found) return void setImmediate(callback, null, Buffer.from(found))
  scrypt(password, salt, length, options, (error, hash) => {
    if (!error) known.set(key, Buffer.from(hash))
    callback(error, hash)
  })
}) as typeof scrypt
syncBuiltinESMExports()
