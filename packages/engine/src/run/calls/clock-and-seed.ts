import { hash } from 'node:crypto'
import { canonicalJson } from '@lathe/graph'
import { fingerprint } from '../../fetch/fingerprint.ts'
import type { RecordingKey, NewExchange } from '../../replay/recording.ts'
import { findRecorded } from '../../replay/replay.ts'
import type { ClockAndSeed } from '../../sandbox/protocol.ts'
import type { ActiveRun, NodeExecution } from '../active-run.ts'
import { record } from '../ports.ts'
import { callAddress } from '../scope.ts'

const valuesByNode = new WeakMap<NodeExecution, ClockAndSeed>()

/**
 * Returns the clock and seed of a node's execution. Created and recorded on first use, because most
 * nodes need neither.
 */
export function getClockAndSeed(run: ActiveRun, node: NodeExecution): ClockAndSeed {
  const existing = valuesByNode.get(node)
  if (existing) return existing
  const scope = { run, node, span: node.span, path: node.path, position: 0 }
  const address = callAddress(scope, 'world', 'clock')
  const key: RecordingKey = {
    kind: 'world',
    name: 'clock',
    address,
    fingerprint: fingerprint(null),
  }
  const startedAt = run.clock.now()
  const recorded = findRecorded(run.replay, key)
  const clockAndSeed = readRecordedClockAndSeed(recorded) ?? {
    now: Math.floor(startedAt / 1_000),
    seed: hash('sha256', canonicalJson([run.request.seed, address]), 'hex').slice(0, 32),
  }
  valuesByNode.set(node, clockAndSeed)
  record(scope, {
    ...key,
    attempt: 1,
    startedAt,
    durationMs: 0,
    error: null,
    content: { type: 'call', request: null, result: clockAndSeed },
    ...(recorded && { servedBy: 'recording' as const }),
  })
  return clockAndSeed
}

function readRecordedClockAndSeed(exchange: NewExchange | null): ClockAndSeed | null {
  // The cast holds: `getWorld` recorded it.
  return exchange?.content.type === 'call' ? (exchange.content.result as ClockAndSeed) : null
}
