import * as z from 'zod'

/** Pictures that models take and browsers show. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** How closely a model looks at pictures, where that is told: fewer tokens, or more to be seen. */
export const PictureDetail = z.enum(['low', 'high'])
export type PictureDetail = z.infer<typeof PictureDetail>

/** Of one message of a prompt. */
export const MOST_PICTURES = 16

/** Of a picture that a value is given by hand, as a data URL: what it is part of is saved whole with each edit. */
export const MOST_PICTURE_CHARACTERS = 1_000_000

const HEAD = /^data:image\/(png|jpeg|gif|webp);base64,/
const WHOLE = /^[A-Za-z0-9+/]+={0,2}$/
const CUT = /^[A-Za-z0-9+/]*={0,2}…?$/

export type HeldPicture = {
  /** "PNG" */
  type: string
  bytes: number
  /** It ends before the picture does. */
  isCut: boolean
}

/** The picture that a text is as a data URL; undefined of any other text, and of one in which others follow it. */
export function heldPicture(text: string): HeldPicture | undefined {
  const [head, type] = HEAD.exec(text) ?? []
  if (head === undefined || type === undefined) return undefined
  // Mail and `base64` write it on several lines, as browsers read it.
  const letters = text.slice(head.length).replaceAll(/\r?\n/g, '')
  const isWhole = letters.length % 4 === 0 && WHOLE.test(letters)
  if (!isWhole && !CUT.test(letters)) return undefined
  const bytes = Math.floor((letters.replace(/[=…]+$/, '').length * 3) / 4)
  return { type: type.toUpperCase(), bytes, isCut: !isWhole }
}

/** Whether a value is the data URL of a whole picture. */
export const isPicture = (value: unknown): value is string =>
  typeof value === 'string' && heldPicture(value)?.isCut === false
