import { isUtf8 } from 'node:buffer'
import { decodePieces } from '../../knowledge/read/decode.ts'
import { Unreadable } from '../../knowledge/read/refusal.ts'
import { type FileFormat, formatOf, readRows, type RowReading } from './read-rows.ts'

export type OpenFile = {
  encoding: string
  format: FileFormat
  /** Restarts at the first row with each call. */
  rows: () => RowReading
  notes: string[]
}

export type FileReading = {
  hasHeader: boolean
  /** A label of the WHATWG encoding list. Detected if absent. */
  encoding?: string | undefined
}

/** Opens a file in any encoding. Throws the reason if it is not text. */
export function openFile(
  bytes: Uint8Array,
  depth: number,
  { hasHeader, encoding: asked }: FileReading = { hasHeader: true },
): OpenFile | { unreadable: string } {
  try {
    const { encoding: found, pieces } = decodePieces(bytes, { asked, orElse: 'windows-1252' })
    const { encoding } = new TextDecoder(found)
    const [beginning = '', more] = pieces()
    const format = formatOf(beginning, more === undefined)
    const isToTell = asked === undefined || encoding === 'utf-8'
    const note = isToTell ? encodingNote(encoding, bytes) : undefined
    return {
      encoding,
      format,
      rows: () => readRows(format, pieces(), depth, hasHeader),
      notes: note === undefined ? [] : [note],
    }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    throw error
  }
}

function encodingNote(encoding: string, bytes: Uint8Array): string | undefined {
  if (encoding === 'utf-8')
    return isUtf8(bytes) ? undefined : 'Some bytes are not valid UTF-8 and are shown as \\ufffd.'
  return encoding.startsWith('utf-')
    ? `The file was read as ${encoding}.`
    : `The file is not valid UTF-8 and was read as ${encoding}. Check special characters.`
}
