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
    route("page/:slug", "features/pages/page.route.tsx"),
    // Any other path: a custom page's short address, or the 404 page.
    route("*", "features/pages/other-path.route.tsx"),
  ]),
  route("sitemap.xml", "features/seo/sitemap.route.ts"),
  route("robots.txt", "features/seo/robots.route.ts"),
] satisfies RouteConfig
