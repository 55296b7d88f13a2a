import type { KnowledgeDocument } from '@lathe/contract'
import { Button, CloseButton } from '@mantine/core'
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import { ChunkList } from '../chunk-list.tsx'
import styles from '../knowledge.module.css'
import { EditDocument } from './document-form.tsx'

type DocumentViewProps = { id: string; onClose: () => void }

export function DocumentView({ id, onClose }: DocumentViewProps) {
  const isId = /^[\da-f-]{36}$/.test(id)
  const { data, error, refetch } = useQuery(
    api.knowledge.document.queryOptions({ input: isId ? { id } : skipToken }),
  )
  if (error) {
    return <ErrorPanel action="load the document" error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <SkeletonRows contentLabel="the document" count={4} />
  return (
    <section className={styles.panel} aria-label={`Document ${data.name}`}>
      <header className={styles.panelHead}>
        <h3>{data.name}</h3>
        <CloseButton aria-label="Close the document" onClick={onClose} />
      </header>
      {data.error && (
        <div className={styles.state} data-tone="error">
          <p>
            {data.error.message} {data.error.hint}
          </p>
        </div>
      )}
      <p className={styles.note}>
        {data.kind} · {formatExactCount(data.characters)} characters ·{' '}
        {plural(data.chunks, 'chunk')}
        {data.url !== null && (
          <>
            {' · '}
            <a href={data.url} target="_blank" rel="noreferrer">
              {data.url}
            </a>
          </>
        )}
      </p>
      <Actions document={data} onClose={onClose} />
      <EditDocument document={data} />
      {data.firstChunks.length > 0 ? (
        <ChunkList label="Chunks in the index" chunks={data.firstChunks} count={data.chunks} />
      ) : (
        <p className={styles.text}>{data.text.slice(0, 4_000)}</p>
      )}
    </section>
  )
}

type ActionsProps = { document: KnowledgeDocument; onClose: () => void }

function Actions({ document: { id, name, url }, onClose }: ActionsProps) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
  const onError = (error: unknown) => showToast(describeError(error).message, 'error')
  const refetchDocument = useMutation({
    mutationFn: () => client.knowledge.refreshDocument({ id }),
    onSuccess: refresh,
    onError,
  })
  const remove = useMutation({
    mutationFn: () => client.knowledge.deleteDocument({ id }),
    onSuccess: async () => {
      onClose()
      await refresh()
      const restore = () => client.knowledge.restoreDocument({ id }).then(refresh, onError)
      showUndoToast({ message: `Document ${name} deleted`, onUndo: () => void restore() })
    },
    onError,
  })
  return (
    <div className={styles.buttons}>
      {url !== null && (
        <Button
          size="xs"
          variant="default"
          loading={refetchDocument.isPending}
          onClick={() => refetchDocument.mutate()}
        >
          Fetch again
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        Delete
      </Button>
    </div>
  )
}
