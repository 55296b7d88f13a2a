/** Pictures that are drawn: markup that could carry scripts is not. */
export const isPictureType = (type: string): boolean =>
  /^image\/(png|jpe?g|gif|webp|avif|bmp)$/.test(type)

export const isJsonType = (type: string): boolean => /^application\/(.*\+)?json\b/.test(type)

/** Files that can be read as they are. */
export const isTextType = (type: string): boolean =>
  isJsonType(type) ||
  /^text\/|^application\/(.*[-+])?(jsonl|ndjson|xml|yaml|toml|sql|javascript|typescript)\b/.test(
    type,
  )
