/** A browser's script as one text, with all that it imports (vite.config.ts). */
declare module "*?script" {
  const text: string
  export default text
}
