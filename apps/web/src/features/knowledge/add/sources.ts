import type { DocumentSource } from '@lathe/contract'

/** A source that is not sent yet. Files are read when they are sent. */
export type Pending =
  | { type: 'text'; name: string; text: string }
  | { type: 'file'; name: string; file: File }
  | { type: 'url'; name: string; url: string }

export const ACCEPTED_FILES = '.txt,.text,.log,.md,.markdown,.html,.htm,.pdf,.csv,.tsv,.json,.jsonl'

/** Returns why a source cannot be sent. The server reports other problems. */
export function findRejection(source: Pending, maxBytes: number): string | null {
  if (source.type === 'file' && source.file.size > maxBytes) {
    return `${mib(source.file.size)} MiB exceeds the limit of ${mib(maxBytes)} MiB. Split it into smaller files.`
  }
  if (source.type === 'text' && source.text.trim() === '') return 'The document has no text.'
  return null
}

const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

export async function toSource(source: Pending): Promise<DocumentSource> {
  if (source.type === 'url') return { type: 'url', url: source.url }
  if (source.type === 'text') return { type: 'text', name: source.name, text: source.text }
  return { type: 'file', name: source.name, data: await encodeBase64(source.file) }
}

/** The browser returns a data URL; strip its prefix. */
const encodeBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      const { result } = reader
      resolve(typeof result === 'string' ? result.replace(/^[^,]*,/, '') : '')
    })
    reader.addEventListener('error', () =>
      reject(new Error(`Could not read ${file.name} from the disk`)),
    )
    reader.readAsDataURL(file)
  })

/** Parses one address per line. */
export function addressesIn(text: string): string[] {
  return text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => (/^https?:\/\//.test(line) ? line : `https://${line}`))
    .filter((line) => URL.canParse(line))
}
