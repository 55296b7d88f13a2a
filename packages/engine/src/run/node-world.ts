import { hash } from 'node:crypto'
import { canonicalJson } from '@lathe/graph'
import { fingerprint } from '../fetch/canonical-json.ts'
import type { SandboxWorld } from '../sandbox/protocol.ts'
import type { ActiveRun } from './active-run.ts'
import { record } from './ports.ts'
import type { NodeExecution } from './scope.ts'
import { callAddress } from './scope.ts'

const worlds = new WeakMap<NodeExecution, SandboxWorld>()

/**
 * The one time and the one seed of a node's execution. Taken and recorded when first asked for: most nodes
 * never ask.
 */
export function worldOf(run: ActiveRun, node: NodeExecution): SandboxWorld {
  const known = worlds.get(node)
  if (known) return known
  const scope = { run, node, span: node.span, path: node.path, position: 0 }
  const address = callAddress(scope, 'world', 'clock')
  const startedAt = run.clock.now()
  const seed = hash('sha256', canonicalJson([run.request.seed, address]), 'hex').slice(0, 32)
  const world: SandboxWorld = { now: Math.floor(startedAt / 1_000), seed }
  worlds.set(node, world)
  record(scope, {
    kind: 'world',
    name: 'clock',
    address,
    fingerprint: fingerprint(null),
    attempt: 1,
    startedAt,
    durationMs: 0,
    error: null,
    touch: { type: 'call', request: null, result: world },
  })
  return world
}
