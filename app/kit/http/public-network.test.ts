import fc from "fast-check"
import { expect, test } from "vitest"
import { isPublicAddress } from "./public-network.server.ts"

test.each(["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "2a00:1450:4007:80c::200e", "172.32.0.1"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.255",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::ffff:127.0.0.1",
  "::ffff:1.1.1.1",
  "::ffff:0:10.0.0.1",
  "64:ff9b::10.0.0.1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "4000::1",
  "",
  "localhost",
  "nuit.example",
])("%j is not", (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test("4.1 no address of a private network is public, plain or inside an IPv6 address", () => {
  const byte = fc.integer({ min: 0, max: 255 })
  const prefix = fc.constantFrom(
    [0],
    [10],
    [127],
    [169, 254],
    [172, 20],
    [192, 168],
    [100, 100],
    [230],
    [250],
  )
  const carrier = fc.constantFrom("", "::", "::ffff:", "64:ff9b::", "::ffff:0:")
  fc.assert(
    fc.property(prefix, carrier, fc.tuple(byte, byte, byte, byte), (start, before, bytes) => {
      const address = before + [...start, ...bytes].slice(0, 4).join(".")
      expect(isPublicAddress(address)).toBe(false)
    }),
  )
})

test("any text is answered, without an error", () => {
  const text = fc.oneof(fc.string(), fc.ipV4(), fc.ipV4Extended(), fc.ipV6())
  fc.assert(
    fc.property(text, (address) => {
      expect(isPublicAddress(address)).toBeTypeOf("boolean")
    }),
  )
})
