import { Link } from "react-router"
import { Icon, type IconName } from "#app/ui/icon.tsx"
import { Panel } from "#app/ui/panel.tsx"
import { FIRST_STEPS } from "../settings/first-steps.ts"

const STEPS: { to: string; icon: IconName; title: string; text: string }[] = [
  {
    to: FIRST_STEPS,
    icon: "play",
    title: "Suivre les premiers pas",
    text: "Le nom et le look du podcast, ou ce qu’en dit son flux, puis le reste, une étape après l’autre.",
  },
  {
    to: "/admin/import",
    icon: "download",
    title: "Importer un flux",
    text: "Votre podcast existe déjà\u00a0: son adresse suffit pour reprendre ses épisodes.",
  },
  {
    to: "/admin/episodes",
    icon: "mic",
    title: "Écrire un premier épisode",
    text: "Un titre et un invité suffisent pour commencer\u00a0; rien n’est public avant que vous le publiiez.",
  },
  {
    to: "/admin/pages",
    icon: "file-text",
    title: "Relire les pages légales",
    text: "Mentions légales et politique de confidentialité sont déjà écrites\u00a0: complétez-les.",
  },
]

/** What to do first on a site that has nothing to show. */
export function EmptySite() {
  return (
    <Panel title="Par où commencer" className="overview-wide">
      <p>Le site est encore vide. Voici de quoi lui donner son premier contenu.</p>
      <ul className="overview-steps">
        {STEPS.map(({ to, icon, title, text }) => (
          <li key={to}>
            <Link to={to} className="overview-link flex items-start gap-3">
              <Icon name={icon} className="mt-1 flex-none" />
              <span>
                <span className="font-semibold">{title}</span>{" "}
                <span className="block text-sm text-paper-ink">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
