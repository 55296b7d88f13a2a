import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import styles from './datasets.module.css'
import type { Dataset } from '@lathe/contract'
import { Count } from '../../ui/status/quantities.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import {
  DescribeDialog,
  emptyDescription,
  type NameAndDescription,
} from '../../ui/fields/describe-dialog.tsx'

export function DatasetsPage() {
  const navigate = useNavigate()
  const [isCreating, setIsCreating] = useState(false)
  const { data: datasets } = useSuspenseQuery(api.datasets.list.queryOptions({ input: {} }))
  const add = () => setIsCreating(true)
  useHotkeys([{ keys: 'n', label: 'New dataset', group: 'Datasets', run: add }])
  const button = (
    <Button leftSection={<IconPlus size={14} />} rightSection={<Keys keys="n" />} onClick={add}>
      New dataset
    </Button>
  )

  return (
    <div className={styles.page}>
      <PageHeader title="Datasets" actions={datasets.length > 0 && button} />
      {datasets.length === 0 ? (
        <EmptyState
          title="No datasets yet"
          hint="A dataset holds test cases: inputs and reference answers. Import a file, add examples from traces, or create a dataset with the LangSmith SDK."
          action={button}
        />
      ) : (
        <DataTable
          label="Datasets"
          columns={datasetColumns}
          rows={datasets}
          rowId={({ id }) => id}
          onOpen={({ name }) => void navigate({ to: '/datasets/$name', params: { name } })}
          options={{ rowHeight: 36 }}
        />
      )}
      <NewDataset isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </div>
  )
}

export const datasetColumns: Column<Dataset>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, description }) => (
      <span className={styles.cell}>
        <Link to="/datasets/$name" params={{ name }} className={styles.name}>
          {name}
        </Link>{' '}
        <span className={styles.muted}>{description}</span>
      </span>
    ),
  },
  {
    id: 'examples',
    header: 'Examples',
    width: '96px',
    isNumeric: true,
    cell: ({ examples }) => <Count value={examples} />,
  },
  {
    id: 'version',
    header: 'Version',
    width: '80px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ version }) => (version === 0 ? '—' : version),
  },
  {
    id: 'experiments',
    header: 'Experiments',
    width: '104px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ experiments }) => <Count value={experiments} />,
  },
  {
    id: 'when',
    header: 'Changed',
    width: '120px',
    isNumeric: true,
    cell: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
  },
]

type NewDatasetProps = { isOpen: boolean; onClose: () => void }

export function NewDataset({ isOpen, onClose }: NewDatasetProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const create = async (description: NameAndDescription) => {
    const { name } = await api.datasets.create.call(description)
    await queries.invalidateQueries({ queryKey: api.datasets.key() })
    await navigate({ to: '/datasets/$name', params: { name }, search: { pane: 'import' } })
  }
  return (
    <DescribeDialog
      title="New dataset"
      item={isOpen ? emptyDescription : undefined}
      saveLabel="Create"
      save={create}
      onClose={onClose}
    />
  )
}
