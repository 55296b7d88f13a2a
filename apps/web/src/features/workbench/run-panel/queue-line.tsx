import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { plural } from '../../../lib/format.ts'
import styles from './lines.module.css'
import { useTurn } from './run-context.ts'

const EVERY_MS = 2_000

/** Where a run that has not begun stands in the queue. */
export function QueueLine() {
  const runId = useTurn((state) => state.runId)
  const { data: run } = useQuery(
    api.runs.get.queryOptions({
      input: runId === undefined ? skipToken : { id: runId },
      refetchInterval: EVERY_MS,
    }),
  )
  const before = run?.queuePosition ?? 0
  return (
    <p className={styles.live}>
      {before > 0
        ? `Waiting for its turn: ${plural(before, 'run')} before it`
        : 'Waiting for its turn…'}
    </p>
  )
}
