import { FileText, Mail, Mic, Newspaper, PenLine, Settings, Users } from "lucide-react"

export const ENTRIES = [
  { to: "/admin/users", label: "Utilisateurs", Icon: Users },
  { to: "/admin/episodes", label: "Épisodes", Icon: Mic },
  { to: "/admin/news", label: "Actualités", Icon: Newspaper },
  { to: "/admin/pages", label: "Pages", Icon: FileText },
  { to: "/admin/newsletter", label: "Newsletter", Icon: Mail },
  { to: "/admin/blog", label: "Blog", Icon: PenLine },
]

/** In the sidebar's footer, for everybody who is signed in. */
export const SETTINGS = { to: "/admin/settings", label: "Paramètres", Icon: Settings }
