import type { Config } from "@react-router/dev/config"

export default {
  appDirectory: "app",
  // A build is made beside the one that serves (server/build.ts).
  buildDirectory: process.env.BUILD_DIRECTORY ?? "build",
  // The whole site has few routes: knowing them all at once saves a request for each link shown.
  routeDiscovery: { mode: "initial" },
  // A route in one file: each file asked for costs more than the few bytes that another could do without.
  splitRouteModules: false,
} satisfies Config
