import type { CalledAgent, CalledAgents, GraphDocument } from '@lathe/contract'
import { Slug } from '@lathe/contract'
import { canonicalJson, hashDocument } from '../document/hash.ts'
import { parseDocument } from '../document/parse.ts'
import type { ParseIssue } from '../document/parse.ts'
import * as z from 'zod/mini'
import { DOCUMENT_FILE, fileHash, PACKAGE_FILE } from './files/package-json.ts'
import type { ExportedFile } from './options.ts'

export type ImportResult =
  | {
      ok: true
      document: GraphDocument
      /** The called agents, by reference. */
      calledAgents: CalledAgents
      /** The agent's name; null if the project does not contain it. */
      name: string | null
      /** Generated files that were edited or deleted. The imported graph ignores these changes. */
      edited: string[]
    }
  | { ok: false; issues: ParseIssue[] }

/** Reads the graph document of an exported project. Code is not executed or read. */
export function importProject(files: readonly ExportedFile[]): ImportResult {
  const found = files
    .filter(({ path }) => path === DOCUMENT_FILE || path.endsWith(`/${DOCUMENT_FILE}`))
    .toSorted((a, b) => a.path.length - b.path.length)
  const [rootFile] = found
  if (!rootFile) return rejected(`There is no ${DOCUMENT_FILE} among the files`)
  const root = rootFile.path.slice(0, -DOCUMENT_FILE.length)
  const read = readDocument(rootFile.text, rootFile.path)
  if (!read.ok) return read
  const texts = new Map(
    files
      .filter(({ path }) => path.startsWith(root))
      .map(({ path, text }) => [path.slice(root.length), text]),
  )
  const manifest = readManifest(texts.get(PACKAGE_FILE))
  const calledAgents = readCalledAgents(texts, manifest)
  if (!calledAgents.ok) return calledAgents
  const edited = Object.entries(manifest?.files ?? {}).flatMap(([path, hash]) => {
    const text = texts.get(path)
    return text === undefined || fileHash(text) !== hash ? [path] : []
  })
  const { document } = read
  return {
    ok: true,
    document,
    calledAgents: calledAgents.calledAgents,
    name: manifest?.name ?? null,
    edited,
  }
}

type Refused = Extract<ImportResult, { ok: false }>

function readDocument(text: string, path: string): { ok: true; document: GraphDocument } | Refused {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return rejected('The file is not valid JSON', path)
  }
  const parsed = parseDocument(json)
  if (!parsed.ok) return parsed
  // Parsing puts keys into the schema's order; a document that was whole keeps its own.
  const isWhole = canonicalJson(json) === canonicalJson(parsed.document)
  return { ok: true, document: isWhole ? (json as GraphDocument) : parsed.document }
}

/** Reads the documents of called agents, each in its folder. */
function readCalledAgents(
  texts: ReadonlyMap<string, string>,
  manifest: ReturnType<typeof readManifest>,
): { ok: true; calledAgents: CalledAgents } | Refused {
  const calledAgents: Record<string, CalledAgent> = {}
  for (const [folder, { key, ...calledAgent }] of Object.entries(manifest?.agents ?? {})) {
    const path = `${folder}/${DOCUMENT_FILE}`
    const text = texts.get(path)
    if (text === undefined) return rejected('The file is missing', path)
    const read = readDocument(text, path)
    if (!read.ok) return read
    calledAgents[key] = {
      ...calledAgent,
      hash: hashDocument(read.document),
      document: read.document,
    }
  }
  return { ok: true, calledAgents }
}

const PackageJson = z.object({
  lathe: z.object({
    name: z.string(),
    files: z.record(z.string(), z.string()),
    agents: z.optional(
      z.record(
        z.string(),
        z.object({ key: z.string(), agent: Slug, name: z.string(), version: z.nullable(z.int()) }),
      ),
    ),
  }),
})

function readManifest(text: string | undefined) {
  if (text === undefined) return null
  try {
    return PackageJson.parse(JSON.parse(text)).lathe
  } catch {
    return null
  }
}

const rejected = (message: string, path = ''): Refused => ({
  ok: false,
  issues: [{ path, message }],
})
