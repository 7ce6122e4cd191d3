import { formatLongTime } from "#app/kit/lib/dates.ts"

type About = {
  podcast: string
  publicUrl: string
  createdAt: Date
  hasMedia: boolean
  hasPersonalData: boolean
}

/** What whoever unpacks an archive reads first. */
export function writeReadme({ podcast, publicUrl, createdAt, hasMedia, hasPersonalData }: About) {
  return `${podcast}
Archive du site ${publicUrl}, faite le ${formatLongTime(createdAt)}.

Pour lire et écouter sans connexion\u00a0: dépliez l’archive, puis ouvrez index.html dans un navigateur.
Rien n’est à installer, et rien n’y est exécuté.

index.html, site/   ce qui est en ligne, en pages à lire et à écouter
content/            tous les contenus, brouillons compris, en Markdown, avec ce qui en est su en YAML\u00a0;
                    à côté de chaque épisode ses chapitres (.chapters.json) et sa transcription (.vtt, .srt, ou .txt)
data/               les mêmes, et le reste du site, en JSON Lines\u00a0: une ligne pour chaque chose
schema/             ce que sont ces lignes (JSON Schema 2020-12)
${hasMedia ? "media/              les fichiers de la médiathèque, tels qu’ils ont été envoyés" : "Les fichiers de la médiathèque n’y sont pas\u00a0: les pages mènent à ceux du site."}
feed.xml            le flux du podcast, si le site en publie un
podcast.opml        l’adresse de ce flux, telle que les applications d’écoute la prennent pour s’abonner
manifest.json       de quel site, de quand, et combien de chaque chose
missing.json        s’il y est\u00a0: les médias qui manquaient déjà au site

${
  hasPersonalData
    ? "Elle contient des données personnelles (abonnés, soutiens, messages, adresses de qui commente)\u00a0: gardez-la en lieu sûr,\net supprimez-la quand elle ne sert plus."
    : "Abonnés, soutiens, messages et adresses de qui commente n’y sont pas."
}
Mots de passe, clés et sessions n’y sont jamais.${hasMedia ? " Une photo garde ce que l’appareil y a écrit, parfois le lieu." : ""}
`
}
