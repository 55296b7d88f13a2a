import type { DocumentKind } from '@lathe/contract'
import { decode } from './decode.ts'
import { Unreadable } from './refusal.ts'
import { readCsv, readJson } from './tables.ts'

export type ReadDocument = { kind: DocumentKind; text: string; notes: string[] }

/** What a file says; every way it may be broken is a refusal that says so. */
export async function parseDocument(kind: DocumentKind, bytes: Uint8Array): Promise<ReadDocument> {
  if (bytes.length === 0) throw empty()
  const { text, notes } = await read(kind, bytes)
  if (text.trim() === '') throw empty()
  return { kind, text, notes }
}

async function read(kind: DocumentKind, bytes: Uint8Array) {
  if (kind === 'pdf') return (await import('./pdf.ts')).readPdf(bytes)
  const { text, encoding } = decode(bytes)
  const encoded = encoding === 'utf-8' ? [] : [`read as ${encoding}`]
  const plain = { text, notes: [] as string[] }
  if (kind === 'html') {
    const { readHtml } = await import('./html.ts')
    return { text: readHtml(text), notes: encoded }
  }
  const made = kind === 'csv' ? readCsv(text) : kind === 'json' ? readJson(text) : plain
  return { text: made.text, notes: [...made.notes, ...encoded] }
}

const empty = () => new Unreadable('The document is empty', 'Choose one with text in it.')
