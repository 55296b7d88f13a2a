import type { ExportedFile } from './options.ts'

/** Returns a file's content as it is written to disk: its text, or the bytes of a binary file. */
export function fileContent({ text, encoding }: ExportedFile): string | Uint8Array<ArrayBuffer> {
  return encoding === undefined ? text : Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0))
}
