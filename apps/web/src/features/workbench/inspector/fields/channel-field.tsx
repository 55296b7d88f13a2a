import { Select, MultiSelect } from '@mantine/core'
import { useState } from 'react'
import { ChannelName, type GraphDocument } from '@lathe/contract'
import { channelNameProblem, setChannel, setEnds } from '@lathe/graph'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import { type FieldProps, useFieldProblems } from './field-frame.tsx'

type ChannelFieldProps = FieldProps & {
  value: string | undefined
  onChange: (name: string | undefined) => void
  placeholder?: string
  isClearable?: boolean
  /** False if a surrounding element shows the label. */
  hasLabel?: boolean
}

/** Selects a channel. An unknown name creates it. */
export function ChannelField(props: ChannelFieldProps) {
  const { field, label, hasLabel = true, description, value, onChange, placeholder } = props
  const { isClearable = true } = props
  const { store } = useWorkbench()
  const names = useWorkbenchState((state) => Object.keys(state.document.state).join())
  const [search, setSearch] = useState('')
  const problem = useFieldProblems(field)
  const channelNames = names === '' ? [] : names.split(',')
  // Includes a missing channel, so that the field is not empty.
  const options = channelOptions(
    value !== undefined && !channelNames.includes(value) ? [...channelNames, value] : channelNames,
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
      nothingFoundMessage="A new name may use letters, digits and _"
      searchValue={search}
      onSearchChange={setSearch}
      wrapperProps={{ 'data-field': field }}
      onChange={(value) => {
        if (value === null) return onChange(undefined)
        const { name, isNew } = readOption(value)
        if (isNew) store.edit((document) => withChannel(document, name))
        return onChange(name)
      }}
    />
  )
}

type ChannelsFieldProps = FieldProps & {
  value: readonly string[]
  onChange: (names: string[]) => void
  placeholder?: string
}

/** Selects several channels, in the order they are picked. */
export function ChannelsField(props: ChannelsFieldProps) {
  const { field, label, description, value, onChange, placeholder } = props
  const { store } = useWorkbench()
  const names = useWorkbenchState((state) => Object.keys(state.document.state).join())
  const [search, setSearch] = useState('')
  const problem = useFieldProblems(field, true)
  const channelNames = names === '' ? [] : names.split(',')

  return (
    <MultiSelect
      label={label}
      description={description}
      {...(value.length === 0 && placeholder !== undefined && { placeholder })}
      error={problem}
      data={channelOptions([...new Set([...channelNames, ...value])], search)}
      value={[...value]}
      searchable
      hidePickedOptions
      searchValue={search}
      onSearchChange={setSearch}
      wrapperProps={{ 'data-field': field }}
      onChange={(values) => {
        const options = values.map(readOption)
        for (const { name, isNew } of options) {
          if (isNew) store.edit((document) => withChannel(document, name))
        }
        onChange(options.map(({ name }) => name))
      }}
    />
  )
}

const NEW_PREFIX = 'new:'

type ChannelOption = { value: string; label: string }

/** Lists the channels, and the new channel that the search text would create. */
function channelOptions(names: readonly string[], search: string): ChannelOption[] {
  const options = names.map((name) => ({ value: name, label: name }))
  const trimmedSearch = search.trim()
  const isUnused =
    ChannelName.safeParse(trimmedSearch).success &&
    channelNameProblem(trimmedSearch) === null &&
    !names.includes(trimmedSearch)
  return isUnused
    ? [...options, { value: NEW_PREFIX + trimmedSearch, label: `New channel “${trimmedSearch}”` }]
    : options
}

/** Returns an option's channel name and whether the channel must be created. */
const readOption = (value: string) =>
  value.startsWith(NEW_PREFIX)
    ? { name: value.slice(NEW_PREFIX.length), isNew: true }
    : { name: value, isNew: false }

function withChannel(document: GraphDocument, name: string): GraphDocument {
  const edit = setChannel(document, name, { type: 'string' })
  return edit.ok ? edit.document : document
}

const DIRECTION_LABELS = {
  input: {
    label: 'Input channels',
    description: 'The form a run starts with. Channels without a default are required.',
  },
  output: { label: 'Output channels', description: 'The channels that a run returns.' },
}

export function EndsField({ end }: { end: 'input' | 'output' }) {
  const { store } = useWorkbench()
  const names = useWorkbenchState(({ document }) => document[end])
  return (
    <ChannelsField
      field={end}
      {...DIRECTION_LABELS[end]}
      placeholder="None"
      value={names}
      onChange={(next) => store.edit((current) => setEnds(current, { [end]: next }))}
    />
  )
}
