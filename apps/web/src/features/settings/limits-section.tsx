import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import styles from './settings-page.module.css'
import type { Limits } from '@lathe/contract'
import { formatBytes, formatConfiguredDuration, formatExactCount } from '../../lib/format/format.ts'

export function LimitsSection() {
  const { data } = useSuspenseQuery(api.system.about.queryOptions())

  return (
    <section className={styles.section}>
      <h2>Limits</h2>
      <p className={styles.hint}>Set by environment variables when the server starts.</p>
      <table className={styles.limits} aria-label="Limits">
        <tbody>
          {describeLimits(data.limits).map((limit) => (
            <tr key={limit.variable}>
              <th scope="row">
                {limit.name}
                <code className={styles.variable}>{limit.variable}</code>
              </th>
              <td>{limit.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type Key = keyof Limits

type LimitRow = { name: string; variable: string; value: string }

const NAMES: Record<Key, string> = {
  providerTimeoutMs: 'Provider request timeout',
  providerIdleMs: 'Stream idle timeout',
  providerRetries: 'Provider retries',
  providerMaxBackoffMs: 'Maximum retry delay',
  providerMaxRetryAfterMs: 'Maximum Retry-After',
  providerResponseBytes: 'Provider response size',
  toolTimeoutMs: 'Tool request timeout',
  toolRetries: 'Tool retries',
  toolResponseBytes: 'Tool response size',
  mediaBytes: 'Media file size for tools and dictation',
  documentBytes: 'Collection document size',
  datasetBytes: 'Examples file size',
  documentReadMs: 'Document parsing timeout',
  codeTimeoutMs: 'Code node timeout',
  codeMemoryBytes: 'Code node memory',
  expressionTimeoutMs: 'Expression timeout',
  runSteps: 'Steps per run',
  runTimeoutMs: 'Run timeout',
  runAttempts: 'Attempts for a crashed run',
  runLeaseMs: 'Run lease',
  runsAtOnce: 'Concurrent runs',
  runsQueued: 'Queued runs before 429',
  runBytes: 'Memory of executing runs',
  requestBytes: 'Request body size',
  readingBytes: 'Concurrent request bodies',
  requestJsonDepth: 'JSON depth of a request',
  ingestBytes: 'Trace request body size',
  ingestQueueBytes: 'Queued traces before 429',
  importBytes: 'Trace file size',
  capsuleBytes: 'Capsule size',
  ingestParts: 'Parts of a trace request body',
  drainMs: 'Shutdown grace period',
}

export function describeLimits(limits: Limits): LimitRow[] {
  return (Object.keys(NAMES) as Key[]).map((key) => ({
    name: NAMES[key],
    variable: variableName(key),
    value: formatLimit(key, limits[key]),
  }))
}

/** `runsAtOnce` is set as `LATHE_RUNS_AT_ONCE`. */
const variableName = (key: Key): string =>
  `LATHE_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

function formatLimit(key: Key, value: number): string {
  if (key.endsWith('Ms')) return formatConfiguredDuration(value)
  if (key.endsWith('Bytes')) return formatBytes(value)
  return formatExactCount(value)
}
