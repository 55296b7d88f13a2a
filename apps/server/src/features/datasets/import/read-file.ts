import { refusal } from '../../../http/errors.ts'
import { decode } from '../../knowledge/read/decode.ts'
import { Unreadable } from '../../knowledge/read/refusal.ts'
import { type FileRows, readRows } from './read-rows.ts'

/** The rows of a file in whatever encoding it is; one that is no text is refused. */
export async function readFile(
  bytes: Uint8Array,
  depth: number,
): Promise<FileRows & { encoding: string }> {
  const { text, encoding } = decoded(bytes)
  const file = await readRows(text, depth)
  const other = encoding.toLowerCase() === 'utf-8' ? [] : [`The file was read as ${encoding}.`]
  return { ...file, encoding, notes: [...other, ...file.notes] }
}

function decoded(bytes: Uint8Array) {
  try {
    return decode(bytes)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw refusal(422, 'FILE_UNREADABLE', error.message)
  }
}
