import { formatBytes } from '../../../lib/format.ts'

/** A file of cases: what it says, or why it cannot be read. */
export type CaseFile = { name: string; text: string; note?: string; problem?: string }

const MOST_BYTES = 16_000_000

/** A text in UTF-8, in UTF-16 with its mark, or else as Western spreadsheets write it. */
export async function readCaseFile(file: File): Promise<CaseFile> {
  const { name } = file
  if (file.size > MOST_BYTES) {
    const problem = `It has ${formatBytes(file.size)}, and a comparison takes files of up to ${formatBytes(MOST_BYTES)}. Import it as a dataset and compare on that`
    return { name, text: '', problem }
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const encoding = encodingOf(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  if (text.includes('\0'))
    return { name, text: '', problem: 'It is not text: it holds binary data' }
  return { name, text, ...(encoding !== 'utf-8' && { note: `Read as ${encoding}` }) }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}
