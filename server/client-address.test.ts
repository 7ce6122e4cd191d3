import { expect, test } from "vitest"
import { networkOf } from "./client-address.ts"

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:51234", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["::ffff:cb00:7109", "203.0.113.9"],
  ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
  ["[::ffff:203.0.113.9]:443", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2::ffff", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::1]:51234", "2001:db8:1:2::/64"],
  ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
  ["fe80::1%eth0", "fe80::/64"],
  ["::1", "::/64"],
  ["", undefined],
  ["unknown", undefined],
  ["_hidden", undefined],
  ["203.0.113", undefined],
  ["203.0.113.999", undefined],
  ["0x7f.1", undefined],
  ["3405803785", undefined],
  ["2001:db8::/32", undefined],
  ["[".repeat(10_000), undefined],
  [`${"1.".repeat(50_000)}:1`, undefined],
])("the network of %.40j is %j", (address, network) => expect(networkOf(address)).toBe(network))
