import type { GraphDocument, Problem } from '@lathe/contract'
import type { CheckEnvironment } from '../check/check.ts'
import { PROBLEM_CODES } from '../check/codes.ts'
import type { ProblemCode } from '../check/codes.ts'
import { callFixers } from './calls.ts'
import { channelFixers } from './channels.ts'
import { channelShapeFixers } from './channel-shape.ts'
import { edgeFixers } from './edges.ts'
import type { Fix, FixContext, Fixer } from './fix.ts'
import { isBetter } from './is-better.ts'
import { limitFixers } from './limits.ts'
import { modelFixers } from './models.ts'
import { nameFixers } from './names.ts'
import { nodeFixers } from './nodes.ts'
import { portFixers } from './ports.ts'
import { reachFixers } from './reach.ts'
import { toolFixers } from './tools.ts'

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
  const { place } = problem
  const id = place.node
  const node =
    id !== undefined && Object.hasOwn(document.nodes, id) ? document.nodes[id] : undefined
  const edge = place.edge === undefined ? undefined : document.edges[place.edge]
  return {
    document,
    problem,
    environment,
    node: id !== undefined && node ? { id, node } : undefined,
    edge: place.edge !== undefined && edge ? { index: place.edge, edge } : undefined,
    name: place.name ?? place.channel ?? '',
    field: place.field ?? '',
  }
}
