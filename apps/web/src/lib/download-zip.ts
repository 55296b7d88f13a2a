import type { ExportedFile } from '@lathe/graph/export'
import { strToU8, zipSync } from 'fflate'
import { saveFile } from './save-file.ts'

/** The same project gives the same bytes: what is in it counts, not when it was written. */
const WRITTEN_AT = new Date('2026-01-01T00:00:00')

export function zipOf(folder: string, files: readonly ExportedFile[]): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ path, text }) => [`${folder}/${path}`, strToU8(text)] as const)
  return zipSync(Object.fromEntries(entries), { mtime: WRITTEN_AT })
}

export const downloadZip = (folder: string, files: readonly ExportedFile[]): void =>
  saveFile(`${folder}.zip`, new Blob([zipOf(folder, files)], { type: 'application/zip' }))
