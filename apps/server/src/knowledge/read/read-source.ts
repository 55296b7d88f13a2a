import type { Chunk, Chunking, DocumentKind, DocumentSource, RunError } from '@lathe/contract'
import type { AppContext } from '../../api/context.ts'
import type { ReadDocument } from './parse.ts'
import type { ReadRequest } from './protocol.ts'
import { readApart } from './read-apart.ts'

export type ReadNeeds = Pick<AppContext, 'documents' | 'limits'>

export type SourceRead =
  | {
      ok: true
      name: string
      url: string | null
      bytes: number
      document: ReadDocument
      chunks: Chunk[]
    }
  | { ok: false; error: RunError }

type Loaded = { name: string; url: string | null; bytes: number; source: ReadRequest['source'] }

/** Reads a source and, if a chunking is given, splits it. */
export async function readSource(
  needs: ReadNeeds,
  source: DocumentSource,
  chunking: Chunking | null,
  signal?: AbortSignal,
): Promise<SourceRead> {
  const loaded = await load(needs, source, signal)
  if ('error' in loaded) return { ok: false, error: loaded.error }
  const { documentBytes, documentReadMs } = needs.limits
  if (loaded.bytes > documentBytes)
    return { ok: false, error: tooLarge(loaded.bytes, documentBytes) }
  const reply = await readApart({ source: loaded.source, chunking }, documentReadMs, signal)
  if (!reply.ok) return reply
  const { document, chunks } = reply
  const { name, url, bytes } = loaded
  return {
    ok: true,
    name: url === null ? name : titleOf(document, name),
    url,
    bytes,
    document,
    chunks,
  }
}

async function load(
  { documents, limits }: ReadNeeds,
  source: DocumentSource,
  signal: AbortSignal | undefined,
): Promise<Loaded | { error: RunError }> {
  switch (source.type) {
    case 'text': {
      const { name } = source
      const bytes = Buffer.from(source.text, 'utf8')
      const kind = kindOfName(name) === 'markdown' ? 'markdown' : 'text'
      return { name, url: null, bytes: bytes.length, source: { kind, bytes } }
    }
    case 'file': {
      const { name } = source
      const bytes = Buffer.from(source.data, 'base64')
      const kind = kindOfName(name)
      if (!kind) return { error: unknownKind(name) }
      return { name, url: null, bytes: bytes.length, source: { kind, bytes } }
    }
    default: {
      const { url } = source
      const fetched = await documents.download(url, limits.documentBytes, signal)
      if (!fetched.ok) return fetched
      const { pathname, host } = new URL(url)
      const name = lastPart(pathname).slice(0, 300) || host
      const kind = kindOfType(fetched.contentType) ?? kindOfName(pathname)
      if (!kind) return { error: unknownType(fetched.contentType) }
      return { name, url, bytes: fetched.bytes.length, source: { kind, bytes: fetched.bytes } }
    }
  }
}

/** Decodes the last path segment if possible. */
function lastPart(pathname: string): string {
  const part = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The title of a page is its first line. */
function titleOf({ kind, text }: ReadDocument, name: string): string {
  if (kind !== 'html') return name
  return text.split('\n', 1)[0]?.replace(/^#+ /, '').trim().slice(0, 300) || name
}

const KNOWN = 'Collections accept txt, md, html, pdf, csv and json.'

const unknownKind = (name: string): RunError => ({
  code: 'INVALID_INPUT',
  message: `${name} is of a kind that cannot be read`,
  hint: KNOWN,
  retryable: false,
})

const unknownType = (type: string): RunError => ({
  code: 'INVALID_INPUT',
  message: `The address returned ${type || 'no content type'}, which is not supported`,
  hint: KNOWN,
  retryable: false,
})

const tooLarge = (bytes: number, most: number): RunError => ({
  code: 'PAYLOAD_TOO_LARGE',
  message: `The document has ${mib(bytes)} MiB. The limit is ${mib(most)} MiB`,
  hint: 'Split it into smaller files, or raise LATHE_DOCUMENT_BYTES.',
  retryable: false,
})

const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(1)

const KINDS: Record<string, DocumentKind> = {
  txt: 'text',
  text: 'text',
  log: 'text',
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  pdf: 'pdf',
  csv: 'csv',
  tsv: 'csv',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
}

const TYPES: [pattern: RegExp, kind: DocumentKind][] = [
  [/html/, 'html'],
  [/pdf/, 'pdf'],
  [/csv|tab-separated/, 'csv'],
  [/markdown/, 'markdown'],
  [/json/, 'json'],
  [/^text\//, 'text'],
]

const kindOfName = (name: string): DocumentKind | undefined =>
  KINDS[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']

const kindOfType = (type: string): DocumentKind | undefined =>
  TYPES.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1]
