import { Button, Switch, TextInput, Checkbox } from '@mantine/core'
import { type Channel, ChannelName, ChannelType, NamedReducer } from '@lathe/contract'
import { channelNameProblem, renameChannel, setChannel, channelSchema, setEnds } from '@lathe/graph'
import { useRemoveChannel } from '../../state/use-remove-channel.ts'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import { useIdDraft, setOrDrop } from '../use-member.ts'
import { ChoiceField, TextField } from '../fields/scalar-fields.tsx'
import { CodeTextField } from '../fields/code-text-field.tsx'
import styles from '../inspector.module.css'
import stateStyles from './state.module.css'
import { omitKeys } from '../../../../lib/values/omit-keys.ts'
import { SchemaField } from '../../../../ui/schema-form/schema-field.tsx'
import { FieldFrame } from '../fields/field-frame.tsx'
import { FormScopeContext } from '../fields/form-scope.ts'

/** The form of a channel with problems at its fields. */
export function ChannelEditor({ name }: { name: string }) {
  const channel = useWorkbenchState((state) => state.document.state[name])
  if (!channel) return null
  return (
    <FormScopeContext value={{ channel: name }}>
      <ChannelForm name={name} channel={channel} />
    </FormScopeContext>
  )
}

type ChannelFormProps = {
  name: string
  channel: Channel
}

const TYPES = ChannelType.options.map((type) => ({ value: type, label: type }))

function ChannelForm({ name, channel }: ChannelFormProps) {
  const { store } = useWorkbench()
  const remove = useRemoveChannel()
  const change = (next: Channel, field: string) =>
    store.edit((document) => {
      const edit = setChannel(document, name, next)
      return edit.ok ? edit.document : document
    }, `channel.${name}.${field}`)
  const reducers = reducersFor(channel.type)
  const isCode = typeof channel.reducer === 'object'

  return (
    <div className={stateStyles.form}>
      <div className={styles.pair}>
        <NameField name={name} />
        <ChoiceField
          field="type"
          label="Type"
          options={TYPES}
          value={channel.type}
          onChange={(type) => {
            // Reducer, default and item type depend on the channel's type.
            if (type)
              change(
                setOrDrop<Channel, 'description'>({ type }, 'description', channel.description),
                'type',
              )
          }}
        />
        <ChoiceField
          field="reducer"
          label="Reducer"
          options={[...reducers, { value: 'code', label: 'custom code' }]}
          value={isCode ? 'code' : ((channel.reducer as string | undefined) ?? reducers[0]?.value)}
          onChange={(value) => {
            const namedReducer = NamedReducer.safeParse(value).data
            if (value === 'code') change({ ...channel, reducer: { code: FIRST_CODE } }, 'reducer')
            else if (namedReducer) {
              const isDefault = namedReducer === reducers[0]?.value
              change(setOrDrop(channel, 'reducer', isDefault ? undefined : namedReducer), 'reducer')
            }
          }}
        />
        <ChannelDefault channel={channel} onChange={(next) => change(next, 'default')} />
      </div>
      {typeof channel.reducer === 'object' && (
        <CodeTextField
          field="reducer.code"
          label="Function body"
          description={
            <>
              From <code>current</code> and <code>update</code> to the new value.
            </>
          }
          kind="code"
          value={channel.reducer.code}
          onChange={(code) => change({ ...channel, reducer: { code } }, 'reducer.code')}
        />
      )}
      <TextField
        field="description"
        label="Description"
        value={channel.description ?? ''}
        onChange={(text) =>
          change(
            setOrDrop(channel, 'description', text === '' ? undefined : text.slice(0, 2_000)),
            'description',
          )
        }
      />
      <ChannelEnds name={name} />
      <Switch
        label="Exclude from checkpoints"
        checked={channel.untracked ?? false}
        onChange={({ currentTarget }) =>
          change(setOrDrop(channel, 'untracked', currentTarget.checked || undefined), 'untracked')
        }
      />
      <span>
        <Button size="xs" variant="default" onClick={() => remove(name)}>
          Delete channel
        </Button>
      </span>
    </div>
  )
}

const FIRST_CODE = 'return update'

/** Saved on blur, because it renames every use of the channel. */
function NameField({ name }: { name: string }) {
  const { store } = useWorkbench()
  const state = useWorkbenchState(({ document }) => document.state)
  const draft = useIdDraft(
    name,
    (value) => {
      const parsed = ChannelName.safeParse(value)
      if (!parsed.success) return `Must be ${parsed.error.issues[0]?.message ?? 'a valid name'}`
      return value in state
        ? 'Another channel has this name'
        : (channelNameProblem(value) ?? undefined)
    },
    (to) =>
      store.edit((document) => {
        const edit = renameChannel(document, name, to)
        return edit.ok ? edit.document : document
      }),
  )
  return <TextInput label="Name" {...draft} />
}

type ChannelDefaultProps = {
  channel: Channel
  onChange: (channel: Channel) => void
}

/** The channel's initial value. Without one the channel must be an input or be written first. */
function ChannelDefault({ channel, onChange }: ChannelDefaultProps) {
  if (channel.type === 'messages') return null
  const schema = omitKeys(channelSchema(channel), 'default', 'description')
  return (
    <FieldFrame field="default" label={undefined}>
      <SchemaField
        field={{
          name: 'default',
          label: 'Default',
          description: undefined,
          schema,
          isRequired: false,
        }}
        value={channel.default}
        error={undefined}
        onInput={(input) => {
          if ('value' in input) onChange(setOrDrop(channel, 'default', input.value))
        }}
      />
    </FieldFrame>
  )
}

const ENDPOINTS = [
  ['input', 'Input'],
  ['output', 'Output'],
] as const

/** Toggles whether the channel is an input and an output of the graph. */
function ChannelEnds({ name }: { name: string }) {
  const { store } = useWorkbench()
  const input = useWorkbenchState((state) => state.document.input)
  const output = useWorkbenchState((state) => state.document.output)
  const names = { input, output }

  return (
    <div className={styles.pair}>
      {ENDPOINTS.map(([end, label]) => (
        <Checkbox
          key={end}
          label={label}
          checked={names[end].includes(name)}
          onChange={({ currentTarget: { checked } }) =>
            store.edit((document) => {
              const otherChannels = document[end].filter((channel) => channel !== name)
              return setEnds(document, {
                [end]: checked ? [...otherChannels, name] : otherChannels,
              })
            })
          }
        />
      ))}
    </div>
  )
}

const LABELS: Record<NamedReducer, string> = {
  replace: 'replace — last write wins',
  append: 'append — adds to the list',
  merge: 'merge — merges objects',
  messages: 'messages — appends or replaces by id',
  sum: 'sum',
  min: 'min — the smallest',
  max: 'max — the largest',
  union: 'union — adds missing items',
}

const REDUCERS_BY_TYPE: Record<ChannelType, NamedReducer[]> = {
  messages: ['messages', 'append', 'replace'],
  string: ['replace'],
  number: ['replace', 'sum', 'min', 'max'],
  boolean: ['replace'],
  array: ['replace', 'append', 'union'],
  object: ['replace', 'merge'],
}

/** Lists the reducers of a type. The first is the default. */
const reducersFor = (type: ChannelType): { value: string; label: string }[] =>
  REDUCERS_BY_TYPE[type].map((reducer) => ({ value: reducer, label: LABELS[reducer] }))
