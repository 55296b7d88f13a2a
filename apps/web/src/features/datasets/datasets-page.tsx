import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { datasetColumns } from './dataset-columns.tsx'
import styles from './datasets.module.css'
import { NewDataset } from './new-dataset.tsx'

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
