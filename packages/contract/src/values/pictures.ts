import * as z from 'zod'

/** Image types that models accept and browsers display. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** Level of detail of images, for models that support it. `low` uses fewer tokens. */
export const PictureDetail = z.enum(['low', 'high'])
export type PictureDetail = z.infer<typeof PictureDetail>

/** Maximum images per message of a prompt. */
export const MOST_PICTURES = 16

/**
 * Maximum length of an image data URL that is entered by hand. Every edit saves the whole value.
 */
export const MOST_PICTURE_CHARACTERS = 1_000_000

const HEAD = /^data:image\/(png|jpeg|gif|webp);base64,/
const WHOLE = /^[A-Za-z0-9+/]+={0,2}$/
const CUT = /^[A-Za-z0-9+/]*={0,2}…?$/

export type HeldPicture = {
  /** For example `PNG`. */
  type: string
  bytes: number
  /** Whether the image is truncated. */
  isCut: boolean
}

/**
 * Parses text as the data URL of an image. Returns undefined for other text and for several data
 * URLs in one text.
 */
export function heldPicture(text: string): HeldPicture | undefined {
  const [head, type] = HEAD.exec(text) ?? []
  if (head === undefined || type === undefined) return undefined
  // Mail and `base64` insert line breaks, and browsers accept them.
  const letters = text.slice(head.length).replaceAll(/\r?\n/g, '')
  const isWhole = letters.length % 4 === 0 && WHOLE.test(letters)
  if (!isWhole && !CUT.test(letters)) return undefined
  const bytes = Math.floor((letters.replace(/[=…]+$/, '').length * 3) / 4)
  return { type: type.toUpperCase(), bytes, isCut: !isWhole }
}

/** Returns whether a value is the data URL of a complete image. */
export const isPicture = (value: unknown): value is string =>
  typeof value === 'string' && heldPicture(value)?.isCut === false
