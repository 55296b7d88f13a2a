import type { GraphDocument, Problem } from '@lathe/contract'
import { checkDocument, type CheckEnvironment } from '../check/check.ts'
import { PROBLEM_CODES, type ProblemCode } from '../check/codes.ts'
import { callFixers } from './calls.ts'
import { channelFixers } from './channels.ts'
import { channelShapeFixers } from './channel-shape.ts'
import { edgeFixers } from './edges.ts'
import type { Fix, FixContext, Fixer } from './fix.ts'
import { limitFixers } from './limits.ts'
import { modelFixers } from './models.ts'
import { nameFixers } from './names.ts'
import { nodeFixers } from './nodes.ts'
import { portFixers } from './ports.ts'
import { reachFixers } from './reach.ts'
import { toolFixers } from './tools.ts'
import { checkShape } from '../check/shape.ts'

const FIXERS: Partial<Record<ProblemCode, Fixer>> = {
  ...edgeFixers,
  ...reachFixers,
  ...portFixers,
  ...nameFixers,
  ...channelFixers,
  ...channelShapeFixers,
  ...nodeFixers,
  ...modelFixers,
  ...callFixers,
  ...toolFixers,
  ...limitFixers,
}

/**
 * Returns fixes for a problem, the most likely first. No fix introduces a new error. With the
 * `environment` of the check, more fixes are available.
 */
export function fixesFor(
  document: GraphDocument,
  problem: Problem,
  environment?: CheckEnvironment,
): Fix[] {
  const code = PROBLEM_CODES.find((candidate) => candidate === problem.code)
  const candidates =
    (code && FIXERS[code]?.(createFixContext(document, problem, environment))) ?? []
  return candidates
    .filter(
      ({ isVerified: isTried, apply }) =>
        !isTried || isBetter(document, apply(document), problem, environment),
    )
    .map(({ label, apply }) => ({ label, apply }))
}

function createFixContext(
  document: GraphDocument,
  problem: Problem,
  environment: CheckEnvironment | undefined,
): FixContext {
  const { location } = problem
  const id = location.node
  const node =
    id !== undefined && Object.hasOwn(document.nodes, id) ? document.nodes[id] : undefined
  const edge = location.edge === undefined ? undefined : document.edges[location.edge]
  return {
    document,
    problem,
    environment,
    node: id !== undefined && node ? { id, node } : undefined,
    edge: location.edge !== undefined && edge ? { index: location.edge, edge } : undefined,
    name: location.name ?? location.channel ?? '',
    field: location.field ?? '',
  }
}

/**
 * Returns whether the problem is gone and no error code that was reported before occurs more often.
 */
function isBetter(
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
