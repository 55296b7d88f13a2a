import type { Limits } from '@lathe/contract'
import { formatBytes, formatExactCount, formatSetDuration } from '../../lib/format.ts'

type Key = keyof Limits

export type LimitRow = { name: string; variable: string; value: string }

const NAMES: Record<Key, string> = {
  providerTimeoutMs: 'Provider request may take',
  providerIdleMs: 'Longest silence in a stream',
  providerRetries: 'Provider retries',
  providerMaxBackoffMs: 'Longest wait between tries',
  providerMaxRetryAfterMs: 'Longest Retry-After honoured',
  providerResponseBytes: 'Provider response',
  toolTimeoutMs: 'Tool request may take',
  toolRetries: 'Tool retries',
  toolResponseBytes: 'Tool response',
  mediaBytes: 'Largest sound or picture of a tool, or dictation',
  documentBytes: 'Document of a collection',
  datasetBytes: 'Largest file of examples',
  documentReadMs: 'Document may take to be read',
  codeTimeoutMs: 'Code node may compute',
  codeMemoryBytes: 'Code node memory',
  expressionTimeoutMs: 'Expression may compute',
  runSteps: 'Steps a run may take',
  runTimeoutMs: 'Run may take',
  runAttempts: 'Attempts at a run that crashes',
  runLeaseMs: 'Lease on a claimed run',
  runsAtOnce: 'Runs at once',
  runsQueued: 'Runs waiting before 429',
  runBytes: 'Memory of executing runs',
  requestBytes: 'Request body',
  readingBytes: 'Request bodies read at once',
  requestJsonDepth: 'Depth of a request’s JSON',
  ingestBytes: 'Body of traces sent in',
  ingestQueueBytes: 'Traces waiting before 429',
  importBytes: 'Largest file of traces',
  capsuleBytes: 'Largest capsule',
  ingestParts: 'Parts of a body of traces',
  drainMs: 'Grace when stopping',
}

export function describeLimits(limits: Limits): LimitRow[] {
  return (Object.keys(NAMES) as Key[]).map((key) => ({
    name: NAMES[key],
    variable: variableOf(key),
    value: valueOf(key, limits[key]),
  }))
}

/** `runsAtOnce` is set as `LATHE_RUNS_AT_ONCE`. */
const variableOf = (key: Key): string =>
  `LATHE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

function valueOf(key: Key, value: number): string {
  if (key.endsWith('Ms')) return formatSetDuration(value)
  if (key.endsWith('Bytes')) return formatBytes(value)
  return formatExactCount(value)
}
