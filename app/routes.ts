import { index, layout, route, type RouteConfig } from "@react-router/dev/routes"

export default [
  layout("features/site/site.route.tsx", [
    index("features/home/home.route.tsx"),
    route("episodes", "features/episodes/episodes.route.tsx"),
    route("episodes/:id", "features/episodes/episode.route.tsx"),
    route("news", "features/news/news.route.tsx"),
    route("blog", "features/blog/blog.route.tsx"),
    route("blog/:slug", "features/blog/blog-post.route.tsx"),
    route("about", "features/about/about.route.tsx"),
    route("contact", "features/contact/contact.route.tsx"),
    route("auth", "features/auth/auth.route.tsx"),
    route("auth/forgot-password", "features/auth/forgot-password.route.tsx"),
    route("auth/reset-password", "features/auth/reset-password.route.tsx"),
    route("page/:slug", "features/pages/page.route.tsx"),
    // Any other path: a custom page's short address, or the 404 page.
    route("*", "features/pages/other-path.route.tsx"),
  ]),
  route("auth/sign-out", "features/auth/sign-out.route.ts"),
  route("auth/verify-email", "features/auth/verify-email.route.ts"),
  route("admin", "features/admin/admin.route.tsx", [
    route("settings", "features/profile/settings.route.tsx"),
    layout("features/admin/administration.route.tsx", [
      index("features/episodes/manage-episodes.route.tsx", { id: "admin-index" }),
      route("episodes", "features/episodes/manage-episodes.route.tsx"),
      route("users", "features/users/users.route.tsx"),
      route("news", "features/news/manage-news.route.tsx"),
      route("pages", "features/pages/manage-pages.route.tsx"),
      route("blog", "features/blog/manage-posts.route.tsx"),
      route("newsletter", "features/newsletter/newsletter.route.tsx"),
      route("newsletter.csv", "features/newsletter/newsletter-csv.route.ts"),
      route("import", "features/feeds/import-feed.route.tsx"),
      route("import/stream", "features/feeds/import-stream.route.ts"),
      route("preview", "features/admin/preview.route.ts"),
    ]),
  ]),
  route("sitemap.xml", "features/seo/sitemap.route.ts"),
  route("robots.txt", "features/seo/robots.route.ts"),
] satisfies RouteConfig
