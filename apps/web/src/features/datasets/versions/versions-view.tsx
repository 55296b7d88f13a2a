import type { Dataset, DatasetVersion } from '@lathe/contract'
import { Button, TagsInput, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { api } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { SplitPane } from '../../../ui/layout/split-pane.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from '../datasets.module.css'
import { VersionChanges } from './version-changes.tsx'
import { formatExactCount } from '../../../lib/format/format.ts'

const route = getRouteApi('/datasets/$name')

export function VersionsView({ dataset }: { dataset: Dataset }) {
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const { data: versions } = useSuspenseQuery(
    api.datasets.versions.queryOptions({ input: { dataset: dataset.id } }),
  )
  const { changes } = route.useSearch()
  const isOpen = changes !== undefined
  const show = useCallback(
    (version: number) =>
      void navigate({ search: (search) => ({ ...search, changes: version }), replace: true }),
    [navigate],
  )
  useHotkeys(
    changes === undefined
      ? []
      : [
          {
            keys: 'escape',
            label: 'Close',
            group: 'Dataset',
            run: () => void navigate({ search: { tab: 'versions' }, replace: true }),
          },
        ],
  )
  const { mutate: revert } = useMutation(
    api.datasets.revert.mutationOptions({
      onSuccess: async ({ version }) => {
        await queries.invalidateQueries({ queryKey: api.datasets.key() })
        showToast(`Restored as version ${version}`)
      },
      onError: (error) => showToast(describeError(error).message, 'error'),
    }),
  )
  const columns = useMemo(
    () =>
      versionColumns(dataset, {
        hasTags: !isOpen,
        show,
        revert: (version) => revert({ dataset: dataset.id, version }),
      }),
    [dataset, isOpen, show, revert],
  )
  if (versions.length === 0)
    return (
      <EmptyState title="No versions yet" hint="Every change to the examples creates a version." />
    )

  const table = (
    <DataTable
      label="Versions"
      columns={columns}
      rows={versions}
      rowId={({ version }) => String(version)}
      selectedId={changes === undefined ? undefined : String(changes)}
      onOpen={({ version }) => void navigate({ search: { version } })}
      onPreview={({ version }) => show(version)}
      onMove={({ version }) => {
        if (changes !== undefined) show(version)
      }}
      options={{ rowHeight: 36 }}
    />
  )
  return (
    <SplitPane
      name="dataset-versions"
      panes={[
        { id: 'versions', size: 60, min: '320px', content: table },
        {
          id: 'changes',
          size: 40,
          min: '320px',
          isHidden: changes === undefined,
          content: changes !== undefined && (
            <VersionChanges key={changes} dataset={dataset} version={changes} versions={versions} />
          ),
        },
      ]}
    />
  )
}

type Actions = Record<'show' | 'revert', (version: number) => void> & { hasTags: boolean }

const versionColumns = (
  dataset: Dataset,
  { show, revert, hasTags }: Actions,
): Column<DatasetVersion>[] => [
  {
    id: 'version',
    header: 'Version',
    width: '80px',
    isNumeric: true,
    cell: ({ version }) => `v${version}`,
  },
  {
    id: 'message',
    header: 'Show changes',
    cell: ({ message }) => <span className={styles.cell}>{message || '—'}</span>,
  },
  {
    id: 'counts',
    header: 'Examples',
    width: '240px',
    isNumeric: true,
    cell: ({ version, added, changed, removed }) => (
      <Button
        size="compact-xs"
        variant="subtle"
        title="Changes in this version"
        onClick={(event) => {
          event.stopPropagation()
          show(version)
        }}
      >
        {countsText({ added, changed, removed })}
      </Button>
    ),
  },
  {
    id: 'when',
    header: 'When',
    width: '110px',
    isNumeric: true,
    cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
  },
  ...(hasTags ? [tagsColumn(dataset)] : []),
  {
    id: 'actions',
    header: <VisuallyHidden>Actions</VisuallyHidden>,
    width: '130px',
    cell: ({ version }) =>
      version !== dataset.version && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={(event) => {
            event.stopPropagation()
            revert(version)
          }}
        >
          Restore
        </Button>
      ),
  },
]

const tagsColumn = (dataset: Dataset): Column<DatasetVersion> => ({
  id: 'tags',
  header: 'Tags',
  width: '260px',
  cell: ({ version, tags }) => <VersionTags datasetId={dataset.id} version={version} tags={tags} />,
})

/** Formats counts like `3 added, 1 removed`; zero counts are left out. */
export function countsText(counts: Pick<DatasetVersion, 'added' | 'changed' | 'removed'>): string {
  const changedKinds = (['added', 'changed', 'removed'] as const).filter((kind) => counts[kind] > 0)
  if (changedKinds.length === 0) return 'nothing changed'
  return changedKinds.map((kind) => `${formatExactCount(counts[kind])} ${kind}`).join(', ')
}

type VersionTagsProps = { datasetId: string; version: number; tags: string[] }

/** Setting a tag moves it from the version that has it. */
function VersionTags({ datasetId, version, tags }: VersionTagsProps) {
  const queries = useQueryClient()
  const tag = useMutation(
    api.datasets.tag.mutationOptions({
      onSettled: () => queries.invalidateQueries({ queryKey: api.datasets.versions.key() }),
      onError: (error) => showToast(describeError(error).message, 'error'),
    }),
  )
  const change = (next: string[]) => {
    for (const added of next.filter((tag) => !tags.includes(tag)))
      tag.mutate({ dataset: datasetId, tag: added, version })
    for (const removed of tags.filter((tag) => !next.includes(tag)))
      tag.mutate({ dataset: datasetId, tag: removed, version: null })
  }
  return (
    <TagsInput
      size="xs"
      variant="unstyled"
      aria-label={`Tags of version ${version}`}
      placeholder={tags.length === 0 ? 'Tag…' : ''}
      value={tags}
      onChange={change}
      onClick={(event) => event.stopPropagation()}
    />
  )
}
