import type { Config } from "@react-router/dev/config"

export default {
  appDirectory: "app",
  buildDirectory: "build",
  // The whole site has few routes: knowing them all at once saves a request for each link shown.
  routeDiscovery: { mode: "initial" },
} satisfies Config
