import { execFileSync } from "node:child_process"

/** Why no disk of a given size can be made here, if so. */
export const NO_MOUNT =
  process.getuid?.() === 0 && process.platform === "linux" ? findMountProblem() : "needs root on Linux"

/** Puts an empty disk of a size in a folder's place. */
export function mount(folder: string, size: string) {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder], { stdio: "pipe" })
}

export function unmount(folder: string) {
  execFileSync("umount", ["-l", folder])
}

/** Containers may forbid it even to root. */
function findMountProblem() {
  try {
    mount("/mnt", "1m")
    unmount("/mnt")
    return undefined
  } catch (error) {
    return `nothing can be mounted here: ${String(error)}`
  }
}
