import { heldPicture, PICTURE_TYPES } from '@lathe/contract'
import { formatBytes } from './format.ts'

/** What a picture held as a data URL is: "PNG, 34.2 kB", or that it is cut; undefined of any other text. */
export function pictureWords(text: string): string | undefined {
  const held = heldPicture(text)
  if (!held) return undefined
  return held.isCut
    ? `A ${held.type} picture, truncated`
    : `${held.type}, ${formatBytes(held.bytes)}`
}

/** Of `JSON.stringify`: a picture is told by words, for its letters are not read. */
export const inWords = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? (pictureWords(value) ?? value) : value

/** A value as a text, or as JSON where it is none; pictures are told by words. */
export const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? (pictureWords(value) ?? value) : JSON.stringify(value, inWords)

/** Reads a file as a data URL. Rejects with the file name if it cannot be read. */
export const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? reader.result : '')
    })
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read`)))
    reader.readAsDataURL(file)
  })

/**
 * Pictures as data URLs of at most `most` characters.
 * What is no picture a model takes, or too large, rejects with a sentence that `instead` ends.
 */
export async function readPictures(
  files: readonly File[],
  most: number,
  instead: string,
): Promise<string[]> {
  for (const { name, type, size } of files) {
    if (!PICTURE_TYPES.some((known) => known === type)) {
      throw new Error(`${name} is not a PNG, JPEG, WebP or GIF picture.`)
    }
    // Three bytes are four characters, after `data:image/jpeg;base64,`.
    if (Math.ceil(size / 3) * 4 + type.length + 13 > most) {
      const room = formatBytes(Math.floor((most * 3) / 4))
      throw new Error(`${name} has ${formatBytes(size)}; the limit is ${room}. ${instead}`)
    }
  }
  return await Promise.all(files.map(dataUrlOf))
}
