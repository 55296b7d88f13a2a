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
  const [old, now] = [cachedProblems(before, environment), cachedProblems(after, environment)]
  const isSame = ({ code, message }: Problem) =>
    code === problem.code && message === problem.message
  if (now.filter(isSame).length >= old.filter(isSame).length) return false
  const [countsBefore, countsAfter] = [countErrors(old), countErrors(now)]
  const newlyVisible =
    countsBefore.has('NO_START') && !countsAfter.has('NO_START') ? UNKNOWN_WITHOUT_START : NO_CODES
  return [...countsAfter].every(
    ([code, count]) => newlyVisible.has(code) || count <= (countsBefore.get(code) ?? 0),
  )
}

/** Without a start, reachability problems are not reported. */
const UNKNOWN_WITHOUT_START: ReadonlySet<string> = new Set([
  'UNREACHABLE',
  'DEAD_END',
  'NEVER_WRITTEN',
])
const NO_CODES: ReadonlySet<string> = new Set()

const problemCache = new WeakMap<GraphDocument, { environment: unknown; problems: Problem[] }>()

function cachedProblems(
  document: GraphDocument,
  environment: CheckEnvironment | undefined,
): Problem[] {
  const cached = problemCache.get(document)
  if (cached && cached.environment === environment) return cached.problems
  const problems = environment ? checkDocument(document, environment) : checkShape(document)
  problemCache.set(document, { environment, problems })
  return problems
}

function countErrors(problems: readonly Problem[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { code, severity } of problems) {
    if (severity === 'error') counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return counts
}
