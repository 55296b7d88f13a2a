import type { DocumentKind } from '@lathe/contract'

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

export const kindOfName = (name: string): DocumentKind | undefined =>
  KINDS[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '']

export const kindOfType = (type: string): DocumentKind | undefined =>
  TYPES.find(([pattern]) => pattern.test(type.toLowerCase()))?.[1]
