import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

type VariantToolsProps = {
  value: readonly string[]
  description?: string
  onChange: (tools: string[]) => void
}

/** The tools a model is offered, by name. */
export function VariantTools({ value, description, onChange }: VariantToolsProps) {
  const { data: tools = [] } = useQuery(api.tools.list.queryOptions())
  return (
    <MultiSelect
      label="Tools"
      description={description}
      {...(value.length === 0 && { placeholder: 'None' })}
      data={[...new Set([...tools.map(({ name }) => name), ...value])]}
      value={[...value]}
      searchable
      nothingFoundMessage="No tool is called that"
      maxValues={64}
      onChange={onChange}
    />
  )
}
