import type { Brief } from '../answer/brief.ts'
import type { Draft } from '../style/draft.ts'
import { draft } from '../style/draft.ts'
import { promptOf } from '../media/picture.ts'
import { spoken } from './voice.ts'

const PNG = '89504e470d0a1a0a'

export function describeImages(brief: Brief): Draft {
  const { images } = brief.conversation
  return draft(
    spoken(brief, 'image', { count: images.length, what: images.map(describeImage).join('; ') }),
  )
}

/** From a data URL its type and, for PNG and GIF, its size; from any other address its name. */
function describeImage(url: string): string {
  const [, type, data] = /^data:(image\/[\w+.-]+);base64,(.*)$/s.exec(url) ?? []
  if (type === undefined || data === undefined) return url.split(/[?#]/)[0] ?? url
  const bytes = Buffer.from(data, 'base64')
  const size = sizeOf(bytes)
  return `${type}${size === undefined ? '' : `, ${size.width} × ${size.height} pixels`}, ${bytes.length} bytes${subjectOf(bytes)}`
}

/** Pictures of this provider say what they were drawn for. */
function subjectOf(bytes: Buffer): string {
  const prompt = promptOf(bytes)
  return prompt === undefined ? '' : `, drawn for “${prompt}”`
}

function sizeOf(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length >= 24 && bytes.toString('hex', 0, 8) === PNG) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF') {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  return undefined
}
