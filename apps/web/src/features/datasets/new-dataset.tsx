import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import {
  type NameAndDescription,
  DescribeDialog,
  emptyDescription,
} from '../../ui/fields/describe-dialog.tsx'

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
