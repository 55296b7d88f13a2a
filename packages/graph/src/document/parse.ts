import {
  GraphDocument,
  TOO_DEEP,
  findTooDeepPath,
  UNSAFE_KEY_MESSAGE,
  findUnsafeKeys,
} from '@lathe/contract'

export type ParseIssue = {
  /** Dotted, from the document's root: `nodes.plan.prompt.messages.0.text`. */
  path: string
  message: string
}

export type ParseResult =
  | { ok: true; document: GraphDocument }
  | { ok: false; issues: ParseIssue[] }

/** Parses any input into a document without executing it. */
export function parseDocument(input: unknown): ParseResult {
  const depthProblem = findTooDeepPath(input)
  if (depthProblem)
    return { ok: false, issues: [{ path: depthProblem.join('.'), message: TOO_DEEP }] }
  const unsafe = findUnsafeKeys(input)
  if (unsafe.length > 0) {
    return {
      ok: false,
      issues: unsafe.map((path) => ({ path: path.join('.'), message: UNSAFE_KEY_MESSAGE })),
    }
  }
  const parsed = GraphDocument.safeParse(input)
  if (parsed.success) return { ok: true, document: parsed.data }
  return { ok: false, issues: flattenIssues(parsed.error.issues) }
}

/** Flattens zod issues; a union contributes the issues of its closest member. */
export function flattenIssues(issues: readonly Issue[]): ParseIssue[] {
  return issues.flatMap((issue) => explain(issue, []))
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
    // The union member with the fewest and deepest issues is most likely the intended one.
    const [closest = []] = branches.toSorted((a, b) => a.length - b.length || depth(b) - depth(a))
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
  return Math.max(...branch.map((issue) => issue.path.length))
}
