import { GraphDocument } from '@lathe/contract'

export type ParseIssue = {
  /** Dotted, from the document's root: `nodes.plan.prompt.messages.0.text`. */
  path: string
  message: string
}

export type ParseResult =
  | { ok: true; document: GraphDocument }
  | { ok: false; issues: ParseIssue[] }

/** Accepts anything; nothing in the document is executed. */
export function parseDocument(input: unknown): ParseResult {
  const parsed = GraphDocument.safeParse(input)
  if (parsed.success) return { ok: true, document: parsed.data }
  const issues = parsed.error.issues.flatMap((issue) => explain(issue, []))
  return { ok: false, issues }
}

type Issue = {
  code?: string | undefined
  path: PropertyKey[]
  message: string
  keys?: string[]
  errors?: Issue[][]
  issues?: Issue[]
}

function explain(issue: Issue, base: PropertyKey[]): ParseIssue[] {
  const path = [...base, ...issue.path]
  const branches = issue.errors?.filter((branch) => branch.length > 0) ?? []
  if (branches.length > 0) {
    // Of a union's members the one that fails deepest is what the author meant.
    const closest = branches.toSorted((a, b) => depth(b) - depth(a))[0] ?? []
    return closest.flatMap((inner) => explain(inner, path))
  }
  if (issue.code === 'invalid_key' && issue.issues) {
    return issue.issues.map((inner) => ({ path: path.join('.'), message: inner.message }))
  }
  if (issue.keys) {
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'Unknown key' }))
  }
  return [{ path: path.map(String).join('.'), message: issue.message }]
}

function depth(branch: Issue[]): number {
  return Math.max(...branch.map((issue) => issue.path.length + (issue.keys ? 0.5 : 0)))
}
