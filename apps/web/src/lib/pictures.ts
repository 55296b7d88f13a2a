import { formatBytes } from './format.ts'

/** What models take. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const

/** A picture that a value holds itself: it is shown, and not read. */
export const PICTURE = /^data:image\/(png|jpeg|gif|webp);base64,/

/** What a picture held as a data URL is: "PNG, 34.2 kB"; undefined of any other text. */
export function pictureWords(url: string): string | undefined {
  const [head, type] = PICTURE.exec(url) ?? []
  if (head === undefined || type === undefined) return undefined
  const bytes = Math.floor(((url.trimEnd().replace(/=+$/, '').length - head.length) * 3) / 4)
  return `${type.toUpperCase()}, ${formatBytes(bytes)}`
}

/** The file as a data URL; rejects with its name where it cannot be read. */
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
      throw new Error(`${name} is no PNG, JPEG, WebP or GIF picture.`)
    }
    // Three bytes are four characters, after `data:image/jpeg;base64,`.
    if (Math.ceil(size / 3) * 4 + type.length + 13 > most) {
      const room = formatBytes(Math.floor((most * 3) / 4))
      throw new Error(`${name} has ${formatBytes(size)}, and ${room} are the most. ${instead}`)
    }
  }
  return await Promise.all(files.map(dataUrlOf))
}
