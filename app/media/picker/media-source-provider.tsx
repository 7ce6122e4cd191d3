import { useMemo, useSyncExternalStore } from "react"
import { MediaSourceContext } from "#app/kit/form/media-source.ts"
import { copyIntoLibrary } from "../copy/copy-into-library.ts"
import { usePicker } from "./use-picker.tsx"
import { upload } from "../upload/upload-queue.ts"
import { usePageFiles } from "../upload/use-page-files.ts"

type Props = { isAllowed: boolean; children: React.ReactNode }

/** Gives the back office's forms the library: to choose from it, and to send files into it. For who may write there. */
export function MediaSourceProvider({ isAllowed, children }: Props) {
  const hasScripts = useSyncExternalStore(subscribeToNothing, isTrue, isFalse)
  const { pick, picker } = usePicker()
  const source = useMemo(
    () => (isAllowed && hasScripts ? { pick, upload, copy: copyIntoLibrary } : null),
    [isAllowed, hasScripts, pick],
  )
  const isOver = usePageFiles(source !== null, (files) => void upload(files))

  return (
    <MediaSourceContext value={source}>
      {children}
      {source && (
        <>
          {picker}
          {isOver && (
            <div aria-hidden className="page-drop">
              <p>Déposez vos fichiers dans la médiathèque</p>
            </div>
          )}
        </>
      )}
    </MediaSourceContext>
  )
}

const subscribeToNothing = () => () => {}
const isTrue = () => true
const isFalse = () => false
