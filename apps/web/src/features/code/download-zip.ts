import type { ExportedFile } from '@lathe/graph/export'
import { strToU8, zipSync } from 'fflate'

/** The same project gives the same bytes: what is in it counts, not when it was written. */
const WRITTEN_AT = new Date('2026-01-01T00:00:00')

export function zipOf(folder: string, files: readonly ExportedFile[]): Uint8Array<ArrayBuffer> {
  const entries = files.map(({ path, text }) => [`${folder}/${path}`, strToU8(text)] as const)
  return zipSync(Object.fromEntries(entries), { mtime: WRITTEN_AT })
}

export function downloadZip(folder: string, files: readonly ExportedFile[]): void {
  const url = URL.createObjectURL(new Blob([zipOf(folder, files)], { type: 'application/zip' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${folder}.zip`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
