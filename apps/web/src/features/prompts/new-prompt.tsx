import { PromptName } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import {
  type NameAndDescription,
  DescribeDialog,
  emptyDescription,
} from '../../ui/fields/describe-dialog.tsx'

type NewPromptProps = { isOpen: boolean; onClose: () => void }

export function NewPrompt({ isOpen, onClose }: NewPromptProps) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const create = async (description: NameAndDescription) => {
    const { name } = await api.prompts.create.call(description)
    await queries.invalidateQueries({ queryKey: api.prompts.key() })
    await navigate({ to: '/prompts/$name', params: { name }, search: { edit: 'new' } })
  }
  return (
    <DescribeDialog
      title="New prompt"
      item={isOpen ? emptyDescription : undefined}
      maxLength={128}
      hint="Agents and programs refer to the prompt by this name. It cannot be changed"
      validateName={findNameProblem}
      saveLabel="Create"
      save={create}
      onClose={onClose}
    />
  )
}

const findNameProblem = (name: string): string | undefined =>
  PromptName.safeParse(name).error?.issues[0]?.message
