import { Link } from "react-router"
import { PaperSheet } from "#app/kit/ui/paper-sheet.tsx"
import { usePodcast } from "../../base/settings/use-podcast.ts"

/** Follows the first passkey; the only time that the codes are shown. */
export function FirstCodes({ codes }: { codes: string[] }) {
  const { name } = usePodcast()
  const text = `${name} : codes de secours\n\n${codes.join("\n")}\n\nChaque code sert une fois.\n`
  return (
    <PaperSheet title="Vos codes de secours">
      <div role="status">
        <p className="mt-6 text-lg">
          Votre compte est créé. Si vous perdez votre clé d’accès, chacun de ces codes vous laisse entrer une
          fois. <strong>Notez-les maintenant : ils ne s’afficheront plus.</strong>
        </p>
        <pre className="mt-6 overflow-x-auto border-2 border-ink p-4 leading-relaxed select-all">
          {codes.join("\n")}
        </pre>
      </div>
      <div className="mt-8 flex flex-wrap gap-4">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="codes-de-secours.txt"
          className="button button-ink"
        >
          Télécharger
        </a>
        <Link to="/admin/settings" className="button button-blood">
          Continuer
        </Link>
      </div>
    </PaperSheet>
  )
}
