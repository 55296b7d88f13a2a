import type { Dataset, DatasetVersion } from '@lathe/contract'
import { Button, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../../lib/api.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { DataTable, type Column } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { showToast } from '../../../ui/undo-toast.tsx'
import styles from '../datasets.module.css'
import { VersionTags } from './version-tags.tsx'

const route = getRouteApi('/datasets/$name')

export function VersionsView({ dataset }: { dataset: Dataset }) {
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const { data: versions } = useSuspenseQuery(
    api.datasets.versions.queryOptions({ input: { dataset: dataset.id } }),
  )
  const { mutate: revert } = useMutation(
    api.datasets.revert.mutationOptions({
      onSuccess: async ({ version }) => {
        await queries.invalidateQueries({ queryKey: api.datasets.key() })
        showToast(`Version ${version} is like it`)
      },
      onError: (error) => showToast(describeError(error).message, 'error'),
    }),
  )
  const columns = useMemo(
    () => versionColumns(dataset, (version) => revert({ dataset: dataset.id, version })),
    [dataset, revert],
  )
  if (versions.length === 0)
    return <EmptyState title="No version yet" hint="Every change to the examples makes one." />

  return (
    <DataTable
      label="Versions"
      columns={columns}
      rows={versions}
      rowId={({ version }) => String(version)}
      onOpen={({ version }) => void navigate({ search: { version } })}
      options={{ rowHeight: 36 }}
    />
  )
}

type Revert = (version: number) => void

const versionColumns = (dataset: Dataset, revert: Revert): Column<DatasetVersion>[] => [
  {
    id: 'version',
    header: 'Version',
    width: '80px',
    isNumeric: true,
    cell: ({ version }) => `v${version}`,
  },
  {
    id: 'message',
    header: 'What changed',
    cell: ({ message }) => <span className={styles.cell}>{message || '—'}</span>,
  },
  {
    id: 'counts',
    header: 'Examples',
    width: '140px',
    isNumeric: true,
    cell: ({ added, changed, removed }) => (
      <span className={styles.muted}>
        +{added} ~{changed} −{removed}
      </span>
    ),
  },
  {
    id: 'when',
    header: 'When',
    width: '110px',
    isNumeric: true,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'tags',
    header: 'Tags',
    width: '260px',
    cell: ({ version, tags }) => (
      <VersionTags datasetId={dataset.id} version={version} tags={tags} />
    ),
  },
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
          Go back to it
        </Button>
      ),
  },
]
