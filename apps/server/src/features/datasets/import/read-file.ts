import { decodePieces } from '../../knowledge/read/decode.ts'
import { Unreadable } from '../../knowledge/read/refusal.ts'
import { type FileFormat, formatOf, readRows, type RowReading } from './read-rows.ts'

export type OpenFile = {
  encoding: string
  format: FileFormat
  /** From the first row each time. */
  rows: () => RowReading
  notes: string[]
}

/** A file in whatever encoding it is, or why it is none of text. */
export function openFile(
  bytes: Uint8Array,
  depth: number,
  hasHeader = true,
): OpenFile | { unreadable: string } {
  try {
    const { encoding, pieces } = decodePieces(bytes)
    const [beginning = '', more] = pieces()
    const format = formatOf(beginning, more === undefined)
    const isUsual = encoding.toLowerCase() === 'utf-8'
    return {
      encoding,
      format,
      rows: () => readRows(format, pieces(), depth, hasHeader),
      notes: isUsual ? [] : [encodingNote(encoding)],
    }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.message }
    throw error
  }
}

const encodingNote = (encoding: string) =>
  /^utf-/i.test(encoding)
    ? `The file was read as ${encoding}.`
    : `The file is no valid UTF-8 and was read as ${encoding}: look whether its letters are right.`
