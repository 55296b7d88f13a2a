import type { ExportedFile } from '@lathe/graph/export'
import { strFromU8, unzipSync } from 'fflate'

const MAX_FILE_BYTES = 20_000_000
const MAX_FILES = 5_000

/** The files of a zipped project without installed packages. */
export function unzipProject(zip: Uint8Array): ExportedFile[] {
  let count = 0
  const entries = unzipSync(zip, {
    filter: ({ name, originalSize }) => {
      if (name.endsWith('/') || /(^|\/)(node_modules|\.git|__MACOSX)\//.test(name)) return false
      count += 1
      return count <= MAX_FILES && originalSize <= MAX_FILE_BYTES
    },
  })
  return Object.entries(entries).map(([path, bytes]) => ({ path, text: strFromU8(bytes) }))
}
