import type { Collection } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { formatCount, formatPercent, plural } from '../../lib/format/format.ts'
import { Count, TotalCost } from '../../ui/status/quantities.tsx'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import styles from './knowledge.module.css'

/** Shows the state of the index and the next action. */
export function IndexState({ collection }: { collection: Collection }) {
  const {
    progress,
    error,
    isStale,
    waiting: waitingCount,
    failed,
    chunks,
    dimensions,
    spent: embeddingCost,
  } = collection
  if (progress)
    return (
      <Indexing
        collection={collection}
        progress={{ doneCount: progress.done, total: progress.total }}
      />
    )
  if (error) {
    return (
      <div className={styles.state} data-tone="error" role="alert">
        <p>
          Indexing failed: {error.message}
          {error.hint && ` ${error.hint}`}
        </p>
        <IndexButton collection={collection} label="Resume" />
      </div>
    )
  }
  if (isStale || waitingCount > 0) {
    const count = plural(waitingCount, 'document')
    return (
      <div className={styles.state}>
        <p>
          {isStale
            ? `The settings have changed since the index was built. Searches use the old index until ${count} ${waitingCount === 1 ? 'is' : 'are'} reindexed.`
            : `${count} not indexed yet.`}
        </p>
        <IndexButton collection={collection} label="Index now" />
      </div>
    )
  }
  if (chunks === 0 && failed === 0) return null
  return (
    <div className={styles.state}>
      <p className={styles.note}>
        {plural(chunks, 'chunk')} of {formatCount(collection.characters)} characters, vectors of{' '}
        {dimensions ?? '—'} dimensions from {collection.embedding.model}. Indexing has used{' '}
        <Count value={embeddingCost.tokens} unit="tokens" /> tokens,{' '}
        <TotalCost spending={embeddingCost} />
        {failed > 0 && `; ${plural(failed, 'document')} could not be indexed`}
      </p>
      {failed > 0 && <IndexButton collection={collection} label="Try again" />}
    </div>
  )
}

type IndexingProps = { collection: Collection; progress: { doneCount: number; total: number } }

function Indexing({ collection, progress: { doneCount, total } }: IndexingProps) {
  const stop = useChange(() => client.knowledge.stopIndexing({ id: collection.id }))
  const share = total === 0 ? 0 : doneCount / total
  return (
    <div className={styles.state} role="status">
      <span>Indexing</span>
      <progress aria-label="Indexed" value={doneCount} max={Math.max(1, total)} />
      <span className={styles.number}>
        {formatPercent(share)} · {formatCount(doneCount)} of {formatCount(total)} characters
      </span>
      <Button size="xs" variant="default" loading={stop.isPending} onClick={() => stop.mutate()}>
        Stop
      </Button>
    </div>
  )
}

function IndexButton({ collection, label }: { collection: Collection; label: string }) {
  const index = useChange(() => client.knowledge.index({ id: collection.id }))
  return (
    <Button size="xs" variant="default" loading={index.isPending} onClick={() => index.mutate()}>
      {label}
    </Button>
  )
}

function useChange(mutationFn: () => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.knowledge.key() }),
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
}
