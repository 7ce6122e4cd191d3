type TypeName = { what: string; one: string; many: string }

/** How hosts call a type of content that this site has not; null for what is none of a host's: settings, templates, caches. */
export function typeName(type: string): TypeName | null {
  if (OWN.test(type)) return null
  const [one, many] = NAMES.find(([pattern]) => pattern.test(type))?.slice(1) ?? []
  if (typeof one === "string" && typeof many === "string") return { what: one, one, many }
  const quoted = `de type «\u00a0${type.slice(0, 100)}\u00a0»`
  return { what: `contenu ${quoted}`, one: `contenu ${quoted}`, many: `contenus ${quoted}` }
}

const OWN =
  /^(?:revision|oembed_cache|custom_css|customize_changeset|user_request|wp_global_styles|wp_navigation|wp_template|wp_template_part|wp_font_family|wp_font_face|acf-field|acf-field-group|elementor_library|elementor_snippet|amp_validated_url|jp_img_sitemap.{0,40}|scheduled-action|podlove_.{0,60}|ssp_.{0,60})$/

const NAMES: [RegExp, string, string][] = [
  [/^nav_menu_item$/, "entrée de menu", "entrées de menu"],
  [/^wp_block$/, "bloc réutilisable", "blocs réutilisables"],
  [/^product$/, "produit", "produits"],
  [/^product_variation$/, "variante de produit", "variantes de produits"],
  [/^shop_(?:order|subscription)/, "commande", "commandes"],
  [/^shop_coupon$/, "bon de réduction", "bons de réduction"],
  [
    /^(?:wpcf7_contact_form|wpforms|forminator_forms|nf_sub|feedback|ninja_forms)$/,
    "formulaire",
    "formulaires",
  ],
  [/^(?:tribe_events|event|events|mec-events|ajde_events)$/, "événement", "événements"],
  [/^(?:forum|topic|reply)$/, "message de forum", "messages de forum"],
]
