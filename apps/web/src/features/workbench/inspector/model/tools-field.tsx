import { Checkbox, MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Effect } from '@lathe/contract'
import { api } from '../../../../lib/api/api.ts'
import { useFieldProblems } from '../fields/field-frame.tsx'
import styles from '../inspector.module.css'

const EFFECTS: Record<Effect, string> = {
  pure: 'computes only',
  read: 'reads',
  write: 'changes things',
}

type ToolsFieldProps = {
  field: string
  label: string
  description?: string
  value: readonly string[]
  onChange: (names: string[]) => void
}

/** Selects tools by name, with their description and side effects. */
export function ToolsField({ field, label, description, value, onChange }: ToolsFieldProps) {
  const { data: tools = [] } = useQuery(api.tools.list.queryOptions())
  const problem = useFieldProblems(field, true)
  const toolsByName = new Map(tools.map((tool) => [tool.name, tool]))

  const renderOption: NonNullable<MultiSelectProps['renderOption']> = ({ option, checked }) => {
    const tool = toolsByName.get(option.value)
    return (
      <>
        <Checkbox checked={checked ?? false} readOnly tabIndex={-1} aria-hidden size="xs" />
        <span className={styles.option}>
          <span>{option.value}</span>
          {tool && (
            <span className={styles.optionNote}>
              {EFFECTS[tool.effect]} · {tool.description}
            </span>
          )}
        </span>
      </>
    )
  }

  return (
    <MultiSelect
      label={label}
      description={description}
      {...(value.length === 0 && { placeholder: 'None' })}
      data={[...new Set([...tools.map(({ name }) => name), ...value])]}
      value={[...value]}
      error={problem}
      searchable
      nothingFoundMessage="No matching tool"
      maxDropdownHeight={320}
      renderOption={renderOption}
      wrapperProps={{ 'data-field': field }}
      onChange={onChange}
    />
  )
}
