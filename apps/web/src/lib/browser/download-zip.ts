import { type ExportedFile, fileContent } from '@lathe/graph/export'
import { strToU8, zipSync } from 'fflate'
import { saveFile } from './save-file.ts'

/** A fixed time, so that the same project produces the same bytes. */
const FIXED_TIME = new Date('2026-01-01T00:00:00')

export function createZip(folder: string, files: readonly ExportedFile[]): Uint8Array<ArrayBuffer> {
  const entries = files.map((file) => [`${folder}/${file.path}`, toBytes(file)] as const)
  return zipSync(Object.fromEntries(entries), { mtime: FIXED_TIME })
}

function toBytes(file: ExportedFile): Uint8Array {
  const content = fileContent(file)
  return typeof content === 'string' ? strToU8(content) : content
}

export const downloadZip = (folder: string, files: readonly ExportedFile[]): void =>
  saveFile(`${folder}.zip`, new Blob([createZip(folder, files)], { type: 'application/zip' }))
