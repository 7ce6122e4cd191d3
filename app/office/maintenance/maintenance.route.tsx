import { groupAddress, GROUPS } from "#app/base/settings/groups.ts"
import { adminMeta } from "#app/content/admin-meta.ts"
import { BIN } from "#app/content/bin/bin-address.ts"
import { seeAddress } from "../health/health.server.ts"
import { BACKUPS, EXPORT } from "../sidebar-entries.ts"
import type { Route } from "./+types/maintenance.route"
import { PresentCard } from "./present-card.tsx"
import { readPresent } from "./maintenance.server.ts"

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
        <PresentCard
          {...{ to: "/admin/health", icon: "heart-pulse", title: "Santé du site" }}
          text="Ce qui fait tourner le site, et ce qu’il y a à corriger."
          present={present.health}
        />
        <PresentCard
          {...{ to: BACKUPS, icon: "archive-restore", title: "Sauvegardes" }}
          text="Les copies du site, à faire, à télécharger et à restaurer."
          present={present.backups}
        />
        <PresentCard
          {...{ to: EXPORT, icon: "archive", title: "Exporter" }}
          text="Tout le site dans une archive, à emporter et à lire sans lui."
          present={present.archive}
        />
        <PresentCard
          {...{ to: "/admin/jobs", icon: "list-checks", title: "Travaux" }}
          text="Ce que le site fait de lui-même&nbsp;: ce qui court, attend, a échoué."
          present={present.jobs}
        />
        <PresentCard
          {...{ to: "/admin/log", icon: "history", title: "Journal" }}
          text="Qui a fait quoi dans l’administration, et quand."
          present={present.log}
        />
        <PresentCard
          {...{ to: "/admin/redirects", icon: "signpost", title: "Redirections" }}
          text="Où mènent les anciennes adresses, et celles qui ne mènent nulle part."
          present={present.redirects}
        />
        <PresentCard
          {...{ to: "/admin/personal-data", icon: "shield-check", title: "Données personnelles" }}
          text="Ce que le site sait d’une personne, à exporter ou à effacer."
          present={present.personalData}
        />
        <PresentCard
          {...{ to: BIN, icon: "trash", title: "Corbeille" }}
          text="Ce que vous avez supprimé, à restaurer tant que c’est là."
          present={present.bin}
        />
        <PresentCard
          {...{ to: "/admin/media?etat=inutilises", icon: "images", title: "Fichiers inutilisés" }}
          text="Les médias dont aucun contenu ne se sert, et la place qu’ils prennent."
          present={present.unused}
        />
        <PresentCard
          {...{ to: groupAddress("uploads"), icon: "hard-drive", title: GROUPS.uploads.title }}
          text={GROUPS.uploads.text}
          present={present.uploads}
        />
      </ul>
    </>
  )
}
