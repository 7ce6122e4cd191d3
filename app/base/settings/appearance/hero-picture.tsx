import { choiceOf, type Picture, styleOf } from "#app/kit/lib/pictures.ts"

/** A picture across the page, cut to what must stay in sight: the largest thing that is seen first. */
export function HeroPicture({ picture }: { picture: Picture }) {
  const { sources, ...chosen } = choiceOf(picture, 1920)
  const { width, height, alt } = picture
  return (
    <picture className="hero-picture block border-b-4 border-blood bg-ink">
      {sources.map((source) => (
        <source key={source.type} {...source} sizes="100vw" />
      ))}
      <img
        sizes={chosen.srcSet && "100vw"}
        {...chosen}
        alt={alt}
        width={width}
        height={height}
        style={styleOf(picture)}
        fetchPriority="high"
        decoding="async"
        className="picture-ground size-full object-cover"
        suppressHydrationWarning
      />
    </picture>
  )
}
