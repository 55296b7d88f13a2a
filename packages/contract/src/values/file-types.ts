/** Image types that are displayed. Excludes SVG, which can contain scripts. */
export const isImageType = (type: string): boolean =>
  /^image\/(png|jpe?g|gif|webp|avif|bmp)$/.test(type)

export const isJsonType = (type: string): boolean => /^application\/(.*\+)?json\b/.test(type)

/** Returns whether a file of this type can be shown as text. */
export const isTextType = (type: string): boolean =>
  isJsonType(type) ||
  /^text\/|^application\/(.*[-+])?(jsonl|ndjson|xml|yaml|toml|sql|javascript|typescript)\b/.test(
    type,
  )
