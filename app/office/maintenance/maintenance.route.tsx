import { Link } from "react-router"
import { adminMeta } from "#app/content/admin-meta.ts"
import { BIN } from "#app/content/bin/bin-address.ts"
import { Icon, type IconName } from "#app/kit/ui/icon.tsx"
import { seeAddress } from "../health/health.server.ts"
import { BACKUPS } from "../sidebar-entries.ts"
import type { Route } from "./+types/maintenance.route"
import { type Present, readPresent } from "./maintenance.server.ts"

export async function loader({ context, request }: Route.LoaderArgs) {
  return { present: await readPresent(seeAddress(context, request)) }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, "Entretien")
}

export default function Maintenance({ loaderData: { present } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="poster text-poster-sm">Entretien</h1>
      <ul className="mt-6 grid gap-3 lg:grid-cols-2">
        <Part
          {...{ to: "/admin/health", icon: "heart-pulse", label: "Santé du site" }}
          text="Ce qui fait tourner le site, et ce qu’il y a à corriger."
          present={present.health}
        />
        <Part
          {...{ to: BACKUPS, icon: "archive-restore", label: "Sauvegardes" }}
          text="Les copies du site, à faire, à télécharger et à restaurer."
          present={present.backups}
        />
        <Part
          {...{ to: "/admin/jobs", icon: "list-checks", label: "Travaux" }}
          text="Ce que le site fait de lui-même&nbsp;: ce qui court, attend, a échoué."
          present={present.jobs}
        />
        <Part
          {...{ to: "/admin/log", icon: "history", label: "Journal" }}
          text="Qui a fait quoi dans le back-office, et quand."
          present={present.log}
        />
        <Part
          {...{ to: "/admin/redirects", icon: "signpost", label: "Redirections" }}
          text="Où mènent les anciennes adresses, et celles qui ne mènent nulle part."
          present={present.redirects}
        />
        <Part
          {...{ to: "/admin/personal-data", icon: "shield-check", label: "Données personnelles" }}
          text="Ce que le site sait d’une personne, à exporter ou à effacer."
          present={present.personalData}
        />
        <Part
          {...{ to: BIN, icon: "trash", label: "Corbeille" }}
          text="Ce que vous avez supprimé, à restaurer tant que c’est là."
          present={present.bin}
        />
        <Part
          {...{ to: "/admin/media?etat=inutilises", icon: "images", label: "Fichiers inutilisés" }}
          text="Les médias dont aucun contenu ne se sert, et la place qu’ils prennent."
          present={present.unused}
        />
      </ul>
    </>
  )
}

type PartProps = { to: string; icon: IconName; label: string; text: string; present: Present }

/** A card that is one link: what is there, and how it is at present. */
function Part({ to, icon, label, text, present }: PartProps) {
  return (
    <li className="setting-group">
      <Icon name={icon} className="mt-0.5 size-6" />
      <div className="min-w-0 flex-1">
        <h2 className="text-lg font-semibold">
          <Link to={to} className="after:absolute after:inset-0">
            {label}
          </Link>{" "}
          {present.isWrong && (
            <span className="ml-1 inline-block size-2 rounded-full bg-blood-dark align-middle">
              <span className="sr-only">À voir</span>
            </span>
          )}
        </h2>
        <p className="text-[0.9375rem] text-paper-ink">{text}</p>
        <p className="mt-1.5 text-[0.9375rem] break-words">{present.text}</p>
      </div>
      <Icon name="chevron-right" className="mt-0.5 size-5" />
    </li>
  )
}
