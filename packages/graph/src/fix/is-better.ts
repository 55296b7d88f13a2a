import type { GraphDocument, Problem } from '@lathe/contract'
import { checkDocument } from '../check/check.ts'
import { checkShape } from '../check/shape.ts'
import type { CheckEnvironment } from '../check/check.ts'

/**
 * Returns whether the problem is gone and no error code that was reported before occurs more often.
 */
export function isBetter(
  before: GraphDocument,
  after: GraphDocument,
  problem: Problem,
  environment: CheckEnvironment | undefined,
): boolean {
  const [old, now] = [problemsOf(before, environment), problemsOf(after, environment)]
  const isSame = ({ code, message }: Problem) =>
    code === problem.code && message === problem.message
  if (now.filter(isSame).length >= old.filter(isSame).length) return false
  const [room, left] = [countOf(old), countOf(now)]
  const uncovered = room.has('NO_START') && !left.has('NO_START') ? UNKNOWN_WITHOUT_START : NOTHING
  return [...left].every(([code, count]) => uncovered.has(code) || count <= (room.get(code) ?? 0))
}

/** Without a start, reachability problems are not reported. */
const UNKNOWN_WITHOUT_START: ReadonlySet<string> = new Set([
  'UNREACHABLE',
  'DEAD_END',
  'NEVER_WRITTEN',
])
const NOTHING: ReadonlySet<string> = new Set()

const known = new WeakMap<GraphDocument, { environment: unknown; problems: Problem[] }>()

function problemsOf(document: GraphDocument, environment: CheckEnvironment | undefined): Problem[] {
  const last = known.get(document)
  if (last && last.environment === environment) return last.problems
  const problems = environment ? checkDocument(document, environment) : checkShape(document)
  known.set(document, { environment, problems })
  return problems
}

function countOf(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { code, severity } of problems) {
    if (severity === 'error') counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}
