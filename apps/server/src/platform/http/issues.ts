type Issue = Readonly<{
  message: string
  path?: readonly unknown[] | undefined
  code?: unknown
  keys?: unknown
  errors?: unknown
}>

export type InputIssue = { path: string; message: string }

const segment = (part: unknown): string => {
  const key: unknown = typeof part === 'object' && part !== null && 'key' in part ? part.key : part
  return String(key)
}

/**
 * Converts Standard Schema issues to `{ path: 'model.name', message }`. For a union, reports the
 * closest member's issues.
 */
export function describeIssues(
  issues: readonly Issue[],
  parentPath: readonly string[] = [],
): InputIssue[] {
  return issues.flatMap((issue) => {
    const path = [...parentPath, ...(issue.path ?? []).map(segment)]
    if (issue.code === 'unrecognized_keys' && Array.isArray(issue.keys)) {
      return issue.keys.map((key) => ({
        path: [...path, String(key)].join('.'),
        message: 'is not a known field',
      }))
    }
    const closest = issue.code === 'invalid_union' ? closestMember(issue.errors) : undefined
    if (closest) return describeIssues(closest, path)
    return [{ path: path.join('.'), message: issue.message }]
  })
}

/**
 * Returns the issues of the union member whose first issue is deepest. On a tie, the one with fewer
 * issues wins.
 */
function closestMember(errors: unknown): Issue[] | undefined {
  if (!Array.isArray(errors)) return undefined
  const members: Issue[][] = errors.filter((member) => Array.isArray(member) && member.length > 0)
  const depth = (member: Issue[]) => Math.max(...member.map(({ path }) => path?.length ?? 0))
  return members.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length)[0]
}
