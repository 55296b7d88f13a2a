/** Image types that models accept and browsers display. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/**
 * Maximum length of an image data URL that is entered by hand. Every edit saves the whole value.
 */
export const MAX_IMAGE_URL_LENGTH = 1_000_000

const HEAD = /^data:image\/(png|jpeg|gif|webp);base64,/
const COMPLETE = /^[A-Za-z0-9+/]+={0,2}$/
const TRUNCATED = /^[A-Za-z0-9+/]*={0,2}…?$/

export type ImageDataUrl = {
  /** For example `PNG`. */
  type: string
  bytes: number
  /** Whether the image is truncated. */
  isTruncated: boolean
}

/**
 * Parses text as the data URL of an image. Returns undefined for other text and for several data
 * URLs in one text.
 */
export function parseImageDataUrl(text: string): ImageDataUrl | undefined {
  const [head, type] = HEAD.exec(text) ?? []
  if (head === undefined || type === undefined) return undefined
  // Mail and `base64` insert line breaks, and browsers accept them.
  const base64 = text.slice(head.length).replaceAll(/\r?\n/g, '')
  const isComplete = base64.length % 4 === 0 && COMPLETE.test(base64)
  if (!isComplete && !TRUNCATED.test(base64)) return undefined
  const bytes = Math.floor((base64.replace(/[=…]+$/, '').length * 3) / 4)
  return { type: type.toUpperCase(), bytes, isTruncated: !isComplete }
}

/** Returns whether a value is the data URL of a complete image. */
export const isImageDataUrl = (value: unknown): value is string =>
  typeof value === 'string' && parseImageDataUrl(value)?.isTruncated === false
