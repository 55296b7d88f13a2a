import type { Collection, KnowledgeDocument } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { SplitPane } from '../../../ui/layout/split-pane.tsx'
import { DocumentView } from './document-view.tsx'
import { formatBytes, formatExactCount } from '../../../lib/format/format.ts'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import styles from '../knowledge.module.css'

const route = getRouteApi('/knowledge')
const INDEXING_REFRESH_MS = 1_000

type DocumentsProps = { collection: Collection; onAdd: () => void }

export function Documents({ collection, onAdd }: DocumentsProps) {
  const { document: documentId } = route.useSearch()
  const navigate = route.useNavigate()
  const { rows, error, isPending, refetch, next } = useDocuments(collection)
  const open = (document: string | undefined) =>
    void navigate({ search: { collection: collection.name, document } })

  if (isPending) return <SkeletonRows contentLabel="the documents" />
  if (error) {
    return <ErrorPanel action="load the documents" error={error} onRetry={() => void refetch()} />
  }
  return (
    <SplitPane
      name="documents"
      panes={[
        {
          id: 'list',
          size: 55,
          min: '280px',
          content: (
            <DataTable
              label="Documents"
              columns={documentColumns}
              rows={rows}
              rowId={({ id }) => id}
              selectedId={documentId}
              onOpen={({ id }) => open(id)}
              options={{
                tone: ({ status }) => (status === 'failed' ? 'error' : undefined),
                onEnd: next,
                empty: (
                  <EmptyState
                    title="No documents yet"
                    hint="Paste text, drop files (txt, md, html, pdf, csv, json) or fetch addresses."
                    action={
                      <Button size="xs" onClick={onAdd}>
                        Add documents
                      </Button>
                    }
                  />
                ),
              }}
            />
          ),
        },
        {
          id: 'one',
          size: 45,
          min: '280px',
          isHidden: documentId === undefined,
          content: documentId !== undefined && (
            <DocumentView key={documentId} id={documentId} onClose={() => open(undefined)} />
          ),
        },
      ]}
    />
  )
}

const hasPendingDocuments = ({ items }: { items: readonly KnowledgeDocument[] }) =>
  items.some(({ status }) => status === 'waiting')

function useDocuments({ id, progress, waiting: waitingCount }: Collection) {
  const query = useInfiniteQuery(
    api.knowledge.documents.infiniteOptions({
      input: (before: string | undefined) => ({ id, limit: 100, ...(before && { before }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
      // The collection may report the end of indexing before the documents list does.
      refetchInterval: ({ state }) =>
        progress || (waitingCount === 0 && state.data?.pages.some(hasPendingDocuments))
          ? INDEXING_REFRESH_MS
          : false,
    }),
  )
  const { data, refetch, error, isPending, hasNextPage, isFetching, fetchNextPage } = query
  const rows: KnowledgeDocument[] = data?.pages.flatMap(({ items }) => items) ?? []
  const next = () => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }
  return { rows, error, isPending, refetch, next }
}

const documentColumns: Column<KnowledgeDocument>[] = [
  {
    id: 'name',
    header: 'Document',
    cell: ({ name, url, error }) => (
      <span className={styles.name} title={error?.message ?? url ?? name}>
        {name}
      </span>
    ),
  },
  { id: 'kind', header: 'Kind', width: '84px', isSecondary: true, cell: ({ kind }) => kind },
  {
    id: 'status',
    header: 'State',
    width: '84px',
    cell: ({ status, error }) => <span title={error?.message}>{status}</span>,
  },
  {
    id: 'chunks',
    header: 'Chunks',
    width: '72px',
    isNumeric: true,
    cell: ({ chunks }) => formatExactCount(chunks),
  },
  {
    id: 'bytes',
    header: 'Size',
    width: '80px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ bytes }) => formatBytes(bytes),
  },
  {
    id: 'updated',
    header: 'Changed',
    width: '96px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
  },
]
