import type { GraphDocument } from '@lathe/contract'
import { canonicalJson } from '../document/hash.ts'
import { parseDocument } from '../document/parse.ts'
import type { ParseIssue } from '../document/parse.ts'
import * as z from 'zod/mini'
import { DOCUMENT_FILE, fileHash, PACKAGE_FILE } from './files/package-json.ts'
import type { ExportedFile } from './options.ts'

export type ImportResult =
  | {
      ok: true
      document: GraphDocument
      /** What the agent was called; null where the project does not say. */
      name: string | null
      /** Generated files that were changed by hand or are gone: the graph knows nothing of that. */
      edited: string[]
    }
  | { ok: false; issues: ParseIssue[] }

/** The graph of an exported project. Nothing in it is executed: the document is what counts. */
export function importProject(files: readonly ExportedFile[]): ImportResult {
  const found = files
    .filter(({ path }) => path === DOCUMENT_FILE || path.endsWith(`/${DOCUMENT_FILE}`))
    .toSorted((a, b) => a.path.length - b.path.length)
  const [own] = found
  if (!own) return refused(`There is no ${DOCUMENT_FILE} among the files`)
  const root = own.path.slice(0, -DOCUMENT_FILE.length)
  let json: unknown
  try {
    json = JSON.parse(own.text)
  } catch {
    return refused('It is not JSON', own.path)
  }
  const parsed = parseDocument(json)
  if (!parsed.ok) return parsed
  const texts = new Map(
    files
      .filter(({ path }) => path.startsWith(root))
      .map(({ path, text }) => [path.slice(root.length), text]),
  )
  const manifest = manifestOf(texts.get(PACKAGE_FILE))
  const edited = Object.entries(manifest?.files ?? {}).flatMap(([path, hash]) => {
    const text = texts.get(path)
    return text === undefined || fileHash(text) !== hash ? [path] : []
  })
  // Parsing puts keys into the schema's order; a document that was whole keeps its own.
  const isWhole = canonicalJson(json) === canonicalJson(parsed.document)
  const document = isWhole ? (json as GraphDocument) : parsed.document
  return { ok: true, document, name: manifest?.name ?? null, edited }
}

const PackageJson = z.object({
  lathe: z.object({ name: z.string(), files: z.record(z.string(), z.string()) }),
})

function manifestOf(text: string | undefined) {
  if (text === undefined) return null
  try {
    return PackageJson.parse(JSON.parse(text)).lathe
  } catch {
    return null
  }
}

const refused = (message: string, path = ''): ImportResult => ({
  ok: false,
  issues: [{ path, message }],
})
