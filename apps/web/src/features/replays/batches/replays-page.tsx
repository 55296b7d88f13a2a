import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate, Link } from '@tanstack/react-router'
import { type Replay, CapsuleFile } from '@lathe/contract'
import { Button, FileButton } from '@mantine/core'
import { api, client } from '../../../lib/api/api.ts'
import { DataTable, type Column } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { StartBatch } from './start-batch.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { MODES } from '../modes.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { parseJson } from '../../../lib/values/parse-json.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from './batches.module.css'

const route = getRouteApi('/replays')

/** Lists all replays and starts batches. */
export function ReplaysPage() {
  const { filter = '' } = route.useSearch()
  const setFilter = route.useNavigate()
  const navigate = useNavigate()
  const { data, error, isPending, fetchNextPage, hasNextPage, refetch } = useInfiniteQuery(
    api.replays.list.infiniteOptions({
      input: (before: string | undefined) => (before === undefined ? {} : { before }),
      initialPageParam: undefined,
      getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
    }),
  )
  const replays = data?.pages.flatMap(({ items }) => items) ?? []

  return (
    <div className={styles.page}>
      <PageHeader title="Replays" actions={<ImportCapsule />} />
      <StartBatch
        filter={filter}
        onFilter={(text) =>
          void setFilter({ search: { filter: text || undefined }, replace: true })
        }
      />
      {isPending && <SkeletonRows contentLabel="the replays" />}
      {error && (
        <ErrorPanel action="load the replays" error={error} onRetry={() => void refetch()} />
      )}
      {data && replays.length === 0 && (
        <EmptyState
          title="No replays yet"
          hint="Replay many recordings with a new version to see what changes, or open a trace and replay it."
        />
      )}
      {replays.length > 0 && (
        <DataTable
          label="Replays"
          columns={replayColumns}
          rows={replays}
          rowId={({ id }) => id}
          onOpen={({ id: replayId }) =>
            void navigate({ to: '/replays/$replayId', params: { replayId } })
          }
          options={{
            onEnd: () => {
              if (hasNextPage) void fetchNextPage()
            },
          }}
        />
      )}
    </div>
  )
}

export const replayColumns: Column<Replay>[] = [
  {
    id: 'verdict',
    header: 'Verdict',
    width: '110px',
    cell: ({ verdict, status }) => verdict ?? status,
  },
  {
    id: 'title',
    header: 'Replay of',
    cell: ({ id: replayId, title, agentSlug }) => (
      <Link to="/replays/$replayId" params={{ replayId }}>
        {title || agentSlug}
      </Link>
    ),
  },
  {
    id: 'mode',
    header: 'Mode',
    width: '180px',
    isSecondary: true,
    cell: ({ mode, version }) =>
      mode === 'version' && version !== null ? `version ${version}` : MODES[mode].name,
  },
  {
    id: 'when',
    header: 'When',
    width: '120px',
    isNumeric: true,
    cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
  },
]

/** Imports a run that was recorded on another server and opens its trace. */
export function ImportCapsule() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async (file: File) => client.capsules.import({ capsule: await readCapsule(file) }),
    onSuccess: ({ traceId, isNew }) => {
      if (!isNew) showToast('This run already exists.')
      void queries.invalidateQueries({ queryKey: api.traces.key() })
      void queries.invalidateQueries({ queryKey: api.agents.key() })
      void navigate({ to: '/traces/$traceId', params: { traceId }, search: {} })
    },
    onError: (error) => showToast(describeImportError(error), 'error'),
  })
  return (
    <FileButton accept="application/json,.json" onChange={(file) => file && mutate(file)}>
      {(props) => (
        <Button {...props} size="xs" variant="default" loading={isPending}>
          Import capsule…
        </Button>
      )}
    </FileButton>
  )
}

class NoCapsule extends Error {}

async function readCapsule(file: File): Promise<CapsuleFile> {
  const parsed = parseJson(await file.text())
  if ('problem' in parsed) throw new NoCapsule(`${file.name} is not a capsule or is incomplete`)
  const read = CapsuleFile.safeParse(parsed.value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new NoCapsule(`${file.name} is not a capsule: ${issue?.path.join('.')} ${issue?.message}`)
}

const describeImportError = (error: Error): string =>
  error instanceof NoCapsule ? error.message : describeError(error).message
