import type { ComparisonBatch } from '@lathe/contract'
import { formatTime } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { IdChip } from '../../../ui/id-chip.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { StatusIcon } from '../../../ui/status-icon.tsx'
import { useComparison } from '../comparison-context.ts'
import styles from '../comparison.module.css'

/** Batches that are on their way, and those that failed as a whole while they are the last word. */
export function BatchLines() {
  const { batches } = useComparison().detail
  const last = batches.at(-1)
  const shown = batches.filter(
    ({ status, error }, at) => status !== 'ended' || (error !== null && batches[at] === last),
  )
  return shown.map((batch) => <BatchLine key={batch.id} batch={batch} />)
}

const A_MINUTE = 60_000

function BatchLine({ batch }: { batch: ComparisonBatch }) {
  const { connection, model, requests, createdAt, expiresAt, error, providerId, status } = batch
  const now = useNow(A_MINUTE)
  const isOpen = status !== 'ended'
  return (
    <p className={styles.batch} role={isOpen ? 'status' : 'alert'}>
      <StatusIcon status={isOpen ? 'running' : 'error'} />
      <span>
        {wordsOf(batch)} {model} at {connection}
      </span>
      {isOpen && providerId !== null && (
        <span className={styles.muted}>
          {requests.completed + requests.failed} of {requests.total} answered
          {requests.failed > 0 && `, ${requests.failed} with errors`}
        </span>
      )}
      {isOpen && (
        <span className={styles.muted}>
          sent <RelativeTime at={createdAt} />
          {expiresAt !== null && `, done by ${formatTime(new Date(expiresAt / 1_000), now)}`}
        </span>
      )}
      {providerId !== null && <IdChip id={providerId} />}
      {error && (
        <span className={styles.failed}>
          {error.message}
          {error.providerMessage !== undefined && `: ${error.providerMessage}`} {error.hint}
        </span>
      )}
    </p>
  )
}

function wordsOf({ status, requests }: ComparisonBatch): string {
  if (status === 'gathering') return `Sending ${requests.total} requests as a batch to`
  if (status === 'cancelling') return 'Cancelling the batch of'
  return status === 'waiting' ? 'A batch of' : 'The batch failed:'
}
