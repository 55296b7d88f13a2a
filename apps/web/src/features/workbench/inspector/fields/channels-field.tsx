import { MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { useBench, useWorkbench } from '../../workbench-context.ts'
import { channelOptions, readOption, withChannel } from './channel-options.ts'
import type { FieldProps } from './field-frame.tsx'
import { useFieldProblems } from './field-problems.tsx'

type ChannelsFieldProps = FieldProps & {
  value: readonly string[]
  onChange: (names: string[]) => void
  placeholder?: string
}

/** Picks several channels, in the order they are picked. */
export function ChannelsField(props: ChannelsFieldProps) {
  const { field, label, description, value, onChange, placeholder } = props
  const { store } = useWorkbench()
  const names = useBench((state) => Object.keys(state.document.state).join())
  const [search, setSearch] = useState('')
  const problem = useFieldProblems(field, true)
  const known = names === '' ? [] : names.split(',')

  return (
    <MultiSelect
      label={label}
      description={description}
      {...(value.length === 0 && placeholder !== undefined && { placeholder })}
      error={problem}
      data={channelOptions([...new Set([...known, ...value])], search)}
      value={[...value]}
      searchable
      hidePickedOptions
      searchValue={search}
      onSearchChange={setSearch}
      wrapperProps={{ 'data-field': field }}
      onChange={(chosen) => {
        const picked = chosen.map(readOption)
        for (const { name, isNew } of picked) {
          if (isNew) store.edit((document) => withChannel(document, name))
        }
        onChange(picked.map(({ name }) => name))
      }}
    />
  )
}
