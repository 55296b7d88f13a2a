import type { Dataset } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../lib/api/api.ts'
import { DescribeDialog } from '../../ui/fields/describe-dialog.tsx'

const route = getRouteApi('/datasets/$name')

type DescribeDatasetProps = { dataset: Dataset; isOpen: boolean; onClose: () => void }

/** Renaming changes the page's address, so navigate to the new one. */
export function DescribeDataset({ dataset, isOpen, onClose }: DescribeDatasetProps) {
  const { id, name } = dataset
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const save = async (next: { name: string; description: string }) => {
    const updated = await client.datasets.edit({ dataset: id, ...next })
    const datasetKey = (datasetId: string) =>
      api.datasets.get.key({ input: { dataset: datasetId } })
    if (updated.name === name) await queries.invalidateQueries({ queryKey: datasetKey(name) })
    else {
      await navigate({ params: { name: updated.name }, search: (search) => search, replace: true })
      queries.removeQueries({ queryKey: datasetKey(name) })
    }
    await Promise.all(
      [api.datasets.list.key(), api.experiments.key()].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  }
  return (
    <DescribeDialog
      title="Edit dataset"
      item={isOpen ? dataset : undefined}
      save={save}
      onClose={onClose}
    />
  )
}
