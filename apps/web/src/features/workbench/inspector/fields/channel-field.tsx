import { Select } from '@mantine/core'
import { useState } from 'react'
import { useBench, useWorkbench } from '../../workbench-context.ts'
import { channelOptions, readOption, withChannel } from './channel-options.ts'
import type { FieldProps } from './field-frame.tsx'
import { useFieldProblems } from './field-problems.tsx'

type ChannelFieldProps = FieldProps & {
  value: string | undefined
  onChange: (name: string | undefined) => void
  placeholder?: string
  isClearable?: boolean
  /** False where something around it shows the label already. */
  hasLabel?: boolean
}

/** Picks a channel; a name there is none of makes it. */
export function ChannelField(props: ChannelFieldProps) {
  const { field, label, hasLabel = true, description, value, onChange, placeholder } = props
  const { isClearable = true } = props
  const { store } = useWorkbench()
  const names = useBench((state) => Object.keys(state.document.state).join())
  const [search, setSearch] = useState('')
  const problem = useFieldProblems(field)
  const known = names === '' ? [] : names.split(',')
  // A channel that is gone still has to be shown, or the field would look empty.
  const options = channelOptions(
    value !== undefined && !known.includes(value) ? [...known, value] : known,
    search,
  )

  return (
    <Select
      {...(hasLabel ? { label } : { 'aria-label': label })}
      description={description}
      placeholder={placeholder}
      error={problem}
      data={options}
      value={value ?? null}
      searchable
      clearable={isClearable}
      allowDeselect={false}
      nothingFoundMessage="Letters, digits and _ make a new channel"
      searchValue={search}
      onSearchChange={setSearch}
      wrapperProps={{ 'data-field': field }}
      onChange={(chosen) => {
        if (chosen === null) return onChange(undefined)
        const { name, isNew } = readOption(chosen)
        if (isNew) store.edit((document) => withChannel(document, name))
        return onChange(name)
      }}
    />
  )
}
