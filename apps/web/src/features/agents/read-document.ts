import type { CalledAgents, GraphDocument } from '@lathe/contract'
import { parseDocument } from '@lathe/graph'
import type { ImportResult } from '@lathe/graph/export'
import { plural } from '../../lib/format/format.ts'

const MAX_SHOWN_ISSUES = 3
const MAX_BYTES = 50_000_000

export type ImportedDocument = {
  file: string
  document?: GraphDocument
  /** The called agents, as exported. */
  calledAgents?: CalledAgents
  /** The agent's name in the exporting workspace. */
  name?: string
  /** Parts that the import ignores. */
  note?: string
  problem?: string
}

/** Reads a graph from a JSON file or an exported project. Does not run any of its code. */
export async function readDocument(file: File): Promise<ImportedDocument> {
  const read = { file: file.name }
  if (file.size > MAX_BYTES) return { ...read, problem: 'The file is larger than 50 MB.' }
  try {
    const isZip = file.name.toLowerCase().endsWith('.zip') || file.type.includes('zip')
    const result = isZip ? await readProject(file) : readGraph(await file.text())
    if (!result.ok) return { ...read, problem: describe(result.issues) }
    const { document, calledAgents, name, edited } = result
    return {
      ...read,
      document,
      calledAgents,
      ...(name !== null && { name }),
      ...(edited.length > 0 && { note: noteOn(edited) }),
    }
  } catch (error) {
    const reason =
      error instanceof SyntaxError ? 'The file is not valid JSON' : 'The file cannot be read'
    return { ...read, problem: `${reason}.` }
  }
}

function readGraph(text: string): ImportResult {
  const parsed = parseDocument(JSON.parse(text))
  return parsed.ok ? { ...parsed, calledAgents: {}, name: null, edited: [] } : parsed
}

/** Loads the zip code only when a zip file is selected. */
async function readProject(file: File): Promise<ImportResult> {
  const [{ importProject }, { unzipProject }] = await Promise.all([
    import('@lathe/graph/export'),
    import('./unzip-project.ts'),
  ])
  return importProject(unzipProject(new Uint8Array(await file.arrayBuffer())))
}

function describe(issues: readonly { path: string; message: string }[]): string {
  const shownIssues = issues.slice(0, MAX_SHOWN_ISSUES)
  return shownIssues.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ')
}

function noteOn(edited: readonly string[]): string {
  const [first = '', ...moreFiles] = edited
  const files =
    moreFiles.length === 0 ? first : `${first} and ${plural(moreFiles.length, 'other file')}`
  return `${files} changed since the export: the graph does not have those changes.`
}
