import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { findProgram } from "./programs.ts"
import { startPinned, stop, waitFor } from "./site.ts"
import { closing } from "./cleanup.ts"

/** nginx with one worker, which sends one file, with these headers, on every request; nothing is logged. */
export async function withNginx<Result>(
  { folder, port, headers }: { folder: string; port: number; headers: Record<string, string> },
  work: () => Promise<Result>,
) {
  const config = join(folder, "nginx.conf")
  await writeFile(config, configuration(folder, port, headers))
  const child = startPinned(0, findProgram("nginx") ?? "nginx", ["-c", config, "-p", folder])
  return closing(
    () => stop(child),
    async () => {
      await waitFor(`http://localhost:${port}/page`, child)
      return work()
    },
  )
}

function configuration(folder: string, port: number, headers: Record<string, string>) {
  const lines = Object.entries(headers).map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`)
  const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return `
daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr error;
events { worker_connections 4096; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=10;
  types {}
  default_type "text/html; charset=utf-8";
  ${folders.join("\n  ")}
  server {
    listen ${port};
    root ${folder};
    ${lines.join("\n    ")}
  }
}
`
}
