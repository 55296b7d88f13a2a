import { IMAGE_TYPES, parseImageDataUrl } from '@lathe/contract'
import { formatBytes } from '../format/format.ts'

/**
 * Describes a picture data URL, such as "PNG, 34.2 kB" or that it is truncated. Undefined for other
 * text.
 */
export function describePicture(text: string): string | undefined {
  const info = parseImageDataUrl(text)
  if (!info) return undefined
  return info.isTruncated
    ? `A ${info.type} picture, truncated`
    : `${info.type}, ${formatBytes(info.bytes)}`
}

/** Replacer for `JSON.stringify` that describes pictures instead of printing their base64. */
export const pictureReplacer = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? (describePicture(value) ?? value) : value

/** A string as it is, anything else as JSON. Pictures are described. */
export const formatValue = (value: unknown): string =>
  typeof value === 'string'
    ? (describePicture(value) ?? value)
    : JSON.stringify(value, pictureReplacer)

/** Reads a file as a data URL. Rejects with the file name if it cannot be read. */
export const readDataUrl = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? reader.result : '')
    })
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read`)))
    reader.readAsDataURL(file)
  })

/**
 * Reads pictures as data URLs of at most `most` characters. Rejects unsupported types and large
 * files with a message that ends in `instead`.
 */
export async function readPictures(
  files: readonly File[],
  maxLength: number,
  advice: string,
): Promise<string[]> {
  for (const { name, type, size } of files) {
    if (!IMAGE_TYPES.some((supportedType) => supportedType === type)) {
      throw new Error(`${name} is not a PNG, JPEG, WebP or GIF picture.`)
    }
    // Three bytes are four characters, after `data:image/jpeg;base64,`.
    if (Math.ceil(size / 3) * 4 + type.length + 13 > maxLength) {
      const limit = formatBytes(Math.floor((maxLength * 3) / 4))
      throw new Error(`${name} has ${formatBytes(size)}; the limit is ${limit}. ${advice}`)
    }
  }
  return await Promise.all(files.map(readDataUrl))
}

/** Returns pasted or dropped pictures, unless text was copied along with them. */
export function pictureFiles({ types, files }: Pick<DataTransfer, 'types' | 'files'>): File[] {
  if (types.includes('text/plain')) return []
  return [...files].filter(({ type }) => type.startsWith('image/'))
}
