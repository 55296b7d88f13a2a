import { readPicturePrompt } from '../media/picture.ts'

const PNG = '89504e470d0a1a0a'

/** Describes an image by its headers. Returns only the address of an image that is not in the request. */
export function describeImage(url: string): string {
  const [, type, data] = /^data:(image\/[\w+.-]+);base64,(.*)$/s.exec(url) ?? []
  if (type === undefined || data === undefined) return url.split(/[?#]/)[0] ?? url
  const bytes = Buffer.from(data, 'base64')
  const size = imageSize(bytes)
  const prompt = readPicturePrompt(bytes)
  return [
    type,
    ...(size ? [`${size.width} × ${size.height} pixels`] : []),
    `${bytes.length} bytes`,
    ...(prompt === undefined ? [] : [`drawn for “${prompt}”`]),
  ].join(', ')
}

function imageSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length >= 24 && bytes.toString('hex', 0, 8) === PNG) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF') {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  return undefined
}
