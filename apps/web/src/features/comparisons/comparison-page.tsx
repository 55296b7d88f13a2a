import type { ComparisonDetail, ComparisonBatch } from '@lathe/contract'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { usePageTitle } from '../../lib/browser/page-title.ts'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import { ConnectionLost } from '../../ui/feedback/connection-lost.tsx'
import {
  FIRST_CASES,
  firstRowsQuery,
  comparisonKey,
  comparisonQuery,
} from './comparison-queries.ts'
import { ComparisonProvider, usePlan, useComparison } from './comparison-context.ts'
import { ComparisonHeader } from './comparison-header.tsx'
import { ComparisonView } from './comparison-view.tsx'
import { type Merge, revertLocal } from './plan/merge-edits.ts'
import { type Autosave, type SaveState, createAutosave } from './plan/autosave.ts'
import { createPlanStore, type PlanStore } from './plan/plan-store.ts'
import { useUndoKeys } from './plan/use-history.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { formatTime } from '../../lib/format/format.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { IdChip } from '../../ui/status/id-chip.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import styles from './comparison.module.css'

const route = getRouteApi('/compare/$id')

/** Age of a batch, in microseconds. */
const NEW_BATCH_US = 60_000_000

const POLL_MS = 700
/**
 * Statistics are recomputed from all cells. Poll large grids less often so that this takes at most
 * a tenth of the time.
 */
const MS_A_CELL = 0.1

export function ComparisonPage() {
  const { id } = route.useParams()
  return <Loaded key={id} id={id} />
}

function Loaded({ id }: { id: string }) {
  const queries = useQueryClient()
  const { data: first } = useSuspenseQuery({
    ...firstRowsQuery(id),
    initialData: () => queries.getQueryData(comparisonKey(id)),
  })
  const {
    data: fullDetail,
    dataUpdatedAt,
    failureCount,
    isRefetchError,
  } = useQuery({
    ...comparisonQuery(id),
    refetchInterval: ({ state: { data } }) => {
      if (data?.status !== 'running') return false
      if (waitsForBatches(data)) return 5_000
      return Math.max(POLL_MS, data.cells.total * MS_A_CELL)
    },
  })
  // Defer rendering so that large grids do not block input.
  const detail = useDeferredValue(fullDetail ?? first)
  const isFullyLoaded = fullDetail !== undefined || first.cases <= FIRST_CASES
  const { store, autosave, saveState } = usePlanEditing(detail)
  const isLost = detail.status === 'running' && (failureCount > 0 || isRefetchError)

  useEffect(() => autosave.notice(detail), [autosave, detail])

  const context = useMemo(
    () => ({ detail, isFullyLoaded, store, autosave }),
    [detail, isFullyLoaded, store, autosave],
  )
  return (
    <ComparisonProvider value={context}>
      <Page saveState={saveState} lostSince={isLost ? dataUpdatedAt : undefined} />
    </ComparisonProvider>
  )
}

/** Poll waiting batches slowly. Poll new ones at the normal rate, since some providers are fast. */
const waitsForBatches = ({ batches, grid }: ComparisonDetail): boolean =>
  batches.some(
    ({ status, createdAt }) =>
      status === 'waiting' && Date.now() * 1_000 - createdAt > NEW_BATCH_US,
  ) && !grid.some(({ status, isBatch }) => status === 'running' && !isBatch)

type PageProps = {
  saveState: SaveState
  /** When the data was last current, in milliseconds, if updates fail during a run. */
  lostSince: number | undefined
}

function Page({ saveState, lostSince }: PageProps) {
  usePageTitle(usePlan(({ name }) => name))
  useUndoKeys()
  return (
    <div className={styles.page}>
      <ComparisonHeader />
      {lostSince !== undefined && <ConnectionLost since={lostSince} />}
      <SaveLine state={saveState} />
      <BatchLines />
      <ComparisonView />
    </div>
  )
}

const MERGED = 'Merged with changes by another user'
const CANNOT_UNDO = 'Others have edited on top of your changes. Undo them step by step.'

/** Offers to undo the local changes of a merge. */
function offerUndo(store: PlanStore, merge: Merge): void {
  const handleUndo = () => {
    const reverted = revertLocal(store.getState(), merge)
    if (reverted) store.setState(reverted)
    else showToast(CANNOT_UNDO, 'error')
  }
  showUndoToast({ message: MERGED, onUndo: handleUndo, undoLabel: 'Undo mine' })
}

type Editing = { store: PlanStore; autosave: Autosave; saveState: SaveState }

function usePlanEditing(detail: ComparisonDetail): Editing {
  const queries = useQueryClient()
  const [first] = useState(detail)
  const [store] = useState(() => createPlanStore(first))
  const [saveState, setSaveState] = useState<SaveState>({ type: 'saved' })
  const [autosave] = useState(() =>
    createAutosave({
      detail: first,
      store,
      onSaved: (answer) => queries.setQueryData(comparisonKey(first.id), answer),
      onMerged: (merge) => offerUndo(store, merge),
      onState: setSaveState,
    }),
  )
  useEffect(() => autosave.start(), [autosave])

  return { store, autosave, saveState }
}

/** Shows errors only: successful saving is silent. */
export function SaveLine({ state }: { state: SaveState }) {
  const { autosave } = useComparison()
  if (state.type === 'conflict') {
    return (
      <p className={styles.alert} role="alert">
        Another user changed this comparison.
        <Button size="xs" variant="default" onClick={() => autosave.settle(state.remote, 'remote')}>
          Use theirs
        </Button>
        <Button size="xs" variant="default" onClick={() => autosave.settle(state.remote, 'local')}>
          Keep mine
        </Button>
      </p>
    )
  }
  if (state.type !== 'failed') return null
  return (
    <p className={styles.alert} role="alert">
      Could not save: {describeError(state.error).message}
      <Button
        size="xs"
        variant="default"
        onClick={() => void autosave.flush().catch(() => undefined)}
      >
        Try again
      </Button>
    </p>
  )
}

/** Shows open batches, and the last one if it failed. */
export function BatchLines() {
  const { batches } = useComparison().detail
  const last = batches.at(-1)
  const shownBatches = batches.filter(
    ({ status, error }, index) => status !== 'ended' || (error !== null && batches[index] === last),
  )
  return shownBatches.map((batch) => <BatchLine key={batch.id} batch={batch} />)
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
        {batchText(batch)} {model} at {connection}
      </span>
      {isOpen && providerId !== null && (
        <span className={styles.muted}>
          {requests.completed + requests.failed} of {requests.total} done
          {requests.failed > 0 && `, ${requests.failed} with errors`}
        </span>
      )}
      {isOpen && (
        <span className={styles.muted}>
          sent <RelativeTime time={createdAt} />
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

function batchText({ status, requests }: ComparisonBatch): string {
  if (status === 'gathering') return `Sending ${requests.total} requests as a batch to`
  if (status === 'cancelling') return 'Cancelling the batch for'
  return status === 'waiting' ? 'Waiting for the batch of' : 'Batch failed:'
}
