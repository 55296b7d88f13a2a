import type { GraphDocument } from '@lathe/contract'
import { parseDocument } from '@lathe/graph'

const SHOWN_ISSUES = 3

/** Reads a graph from a file; nothing in it is run. */
export async function readDocument(
  file: File,
): Promise<{ file: string; document?: GraphDocument; problem?: string }> {
  try {
    const parsed = parseDocument(JSON.parse(await file.text()))
    if (parsed.ok) return { file: file.name, document: parsed.document }
    const issues = parsed.issues.slice(0, SHOWN_ISSUES)
    return {
      file: file.name,
      problem: issues.map(({ path, message }) => `${path}: ${message}`).join('; '),
    }
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'It is not JSON' : 'It cannot be read'
    return { file: file.name, problem: `${reason}.` }
  }
}
