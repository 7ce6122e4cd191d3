import { execFileSync } from "node:child_process"

/** Why no machines can be made here, if so. */
export const NO_NETWORK =
  process.getuid?.() === 0 && process.platform === "linux" ? findProblem() : "needs root on Linux"

export type Machine = { name: string; address: string; prefix: string[] }
export type Network = ReturnType<typeof createNetwork>

/**
 * Machines by name with an address each, and this one, which reaches them all (network namespaces around a router).
 *
 * @returns `at` with the prefix of a program that is to run there, `here` of this machine
 */
export function createNetwork<Name extends string>(names: Name[]) {
  // Of this process, so that two runs at once do not meet: a part of the addresses for measurements (RFC 2544), 198.18.0.0/15.
  const id = `cko${process.pid}`
  const subnet = `198.${18 + (process.pid & 1)}.${(process.pid >> 1) & 255}`
  const range = `${subnet}.0/24`
  const router = `${id}-router`
  const ip = (...args: string[]) => void execFileSync("ip", args, { stdio: "pipe" })

  /** A cable to the router. @param namespace the machine's, or this process's @returns the address at its end */
  const connect = (index: number, end: string, namespace: string, inside: string[]) => {
    const [port, gateway, address] = [
      `port${index}`,
      `${subnet}.${index * 4 + 1}`,
      `${subnet}.${index * 4 + 2}`,
    ]
    ip("-n", router, "link", "add", port, "type", "veth", "peer", "name", end, "netns", namespace)
    ip("-n", router, "address", "add", `${gateway}/30`, "dev", port)
    ip("-n", router, "link", "set", port, "up")
    ip(...inside, "address", "add", `${address}/30`, "dev", end)
    ip(...inside, "link", "set", end, "up")
    ip(...inside, "route", "add", range, "via", gateway)
    return address
  }

  ip("netns", "add", router)
  ip("netns", "exec", router, "sysctl", "-qw", "net.ipv4.ip_forward=1")
  const here: Machine = { name: "here", address: connect(0, id, String(process.pid), []), prefix: [] }
  const machines = new Map<Name, Machine>()
  for (const [index, name] of names.entries()) {
    const namespace = `${id}-${name}`
    const inside = ["-n", namespace]
    ip("netns", "add", namespace)
    const address = connect(index + 1, "eth0", namespace, inside)
    ip(...inside, "link", "set", "lo", "up")
    machines.set(name, { name, address, prefix: ["ip", "netns", "exec", namespace] })
  }

  const rule = (verb: "add" | "delete", one: Machine, other: Machine) => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const)
      ip("-n", router, "rule", verb, "from", from.address, "to", to.address, "blackhole")
  }
  return {
    here,
    range,
    at(name: Name) {
      const machine = machines.get(name)
      if (!machine) throw new Error(`no machine ${name}`)
      return machine
    },
    /** From now on what one sends to the other is lost without a word, either way. */
    cut: (one: Machine, other: Machine) => rule("add", one, other),
    mend: (one: Machine, other: Machine) => rule("delete", one, other),
    remove() {
      for (const name of [...names.map((each) => `${id}-${each}`), router]) ip("netns", "delete", name)
    },
  }
}

function findProblem() {
  try {
    const network = createNetwork(["one"])
    network.cut(network.at("one"), network.here)
    network.remove()
    return undefined
  } catch (error) {
    return `no machines can be made here: ${String(error)}`
  }
}
