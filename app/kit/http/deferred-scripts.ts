/** The id of the element that names a page's deferred scripts, as JSON. */
export const DEFERRED_SCRIPTS = "deferred-scripts"

export type DeferredScripts = {
  manifest: string
  /** The address of each matched route's module, by the route's id. */
  routes: Record<string, string>
  /** What those import, to be asked for at the same time. */
  imports: string[]
}
