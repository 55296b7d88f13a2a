import { Button } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate, Link } from '@tanstack/react-router'
import type { BatchItem } from '@lathe/contract'
import { api } from '../../../lib/api/api.ts'
import { DataTable, type Column } from '../../../ui/table/data-table.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import styles from './batches.module.css'

const route = getRouteApi('/replays/batches/$batchId')
const REFRESH_MS = 1_000

/** Progress and results of a batch of replays, worst first. */
export function BatchPage() {
  const { batchId: id } = route.useParams()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const query = api.replayBatches.get.queryOptions({ input: { id } })
  const { data: batch } = useSuspenseQuery({
    ...query,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? REFRESH_MS : false),
  })
  const onSuccess = (updatedBatch: typeof batch) => cache.setQueryData(query.queryKey, updatedBatch)
  const stop = useMutation(api.replayBatches.stop.mutationOptions({ onSuccess }))
  const resume = useMutation(api.replayBatches.resume.mutationOptions({ onSuccess }))
  const { counts, total, status, settings, items } = batch
  const doneCount = counts.identical + counts.diverged + counts.error + counts.skipped
  const change = status === 'running' ? stop : resume
  const error = stop.error ?? resume.error
  const graph = settings.version === undefined ? 'their own graphs' : `version ${settings.version}`

  return (
    <div className={styles.page}>
      <PageHeader
        title="Replay batch"
        facts={`${total} recordings with ${graph}`}
        actions={
          status !== 'done' && (
            <Button
              size="xs"
              variant="default"
              loading={change.isPending}
              onClick={() => change.mutate({ id })}
            >
              {status === 'running' ? 'Stop' : 'Resume'}
            </Button>
          )
        }
      />
      <div className={styles.facts} role="status">
        <progress value={doneCount} max={total} aria-label="Progress" />
        <span>
          {doneCount} of {total} {status === 'stopped' && '· stopped'}
        </span>
        <span>{counts.error} failed</span>
        <span>{counts.diverged} diverged</span>
        <span>{counts.skipped} skipped</span>
        <span>{counts.identical} identical</span>
      </div>
      {error && <ErrorPanel action="update the batch" error={error} />}
      <DataTable
        label="Replays, worst first"
        columns={batchColumns}
        rows={items}
        rowId={({ traceId }) => traceId}
        onOpen={({ replayId, traceId }) =>
          void (replayId === null
            ? navigate({ to: '/traces/$traceId', params: { traceId } })
            : navigate({ to: '/replays/$replayId', params: { replayId } }))
        }
      />
    </div>
  )
}

const VERDICT_LABELS = { identical: 'identical', diverged: 'diverged', error: 'error' }

export const batchColumns: Column<BatchItem>[] = [
  {
    id: 'verdict',
    header: 'Verdict',
    width: '110px',
    cell: ({ verdict, replayId, summary: firstDifference }) =>
      verdict === null || replayId === null ? (
        firstDifference === '' ? (
          'waiting'
        ) : (
          'skipped'
        )
      ) : (
        <Link to="/replays/$replayId" params={{ replayId }}>
          {VERDICT_LABELS[verdict]}
        </Link>
      ),
  },
  {
    id: 'title',
    header: 'Recorded run',
    cell: ({ traceId, title }) => (
      <Link to="/traces/$traceId" params={{ traceId }}>
        {title || traceId}
      </Link>
    ),
  },
  {
    id: 'summary',
    header: 'First difference',
    isSecondary: true,
    cell: ({ summary: firstDifference }) => firstDifference,
  },
]
