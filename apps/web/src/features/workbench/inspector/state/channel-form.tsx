import { Button, Switch, TextInput } from '@mantine/core'
import { type Channel, ChannelName, ChannelType, NamedReducer } from '@lathe/contract'
import { channelNameProblem, renameChannel, setChannel } from '@lathe/graph'
import { useRemoveChannel } from '../../state/use-remove-channel.ts'
import { useBench, useWorkbench } from '../../workbench-context.ts'
import { useIdDraft } from '../common/use-id-draft.ts'
import { ChoiceField } from '../fields/choice-field.tsx'
import { CodeTextField } from '../fields/code-text-field.tsx'
import { setOrDrop } from '../fields/set-or-drop.ts'
import { TextField } from '../fields/text-field.tsx'
import styles from '../inspector.module.css'
import { ChannelDefault } from './channel-default.tsx'
import { ChannelEnds } from './channel-ends.tsx'
import { reducersFor } from './reducers-for.ts'
import stateStyles from './state.module.css'

type ChannelFormProps = {
  name: string
  channel: Channel
}

const TYPES = ChannelType.options.map((type) => ({ value: type, label: type }))

export function ChannelForm({ name, channel }: ChannelFormProps) {
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
            // A reducer, a default and a shape belong to the type they were made for.
            if (type)
              change(
                setOrDrop<Channel, 'description'>({ type }, 'description', channel.description),
                'type',
              )
          }}
        />
        <ChoiceField
          field="reducer"
          label="Writes are joined by"
          options={[...reducers, { value: 'code', label: 'code of your own' }]}
          value={isCode ? 'code' : ((channel.reducer as string | undefined) ?? reducers[0]?.value)}
          onChange={(chosen) => {
            const named = NamedReducer.safeParse(chosen).data
            if (chosen === 'code') change({ ...channel, reducer: { code: FIRST_CODE } }, 'reducer')
            else if (named) {
              const isDefault = named === reducers[0]?.value
              change(setOrDrop(channel, 'reducer', isDefault ? undefined : named), 'reducer')
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
        label="Kept out of checkpoints"
        checked={channel.untracked ?? false}
        onChange={({ currentTarget }) =>
          change(setOrDrop(channel, 'untracked', currentTarget.checked || undefined), 'untracked')
        }
      />
      <span>
        <Button size="xs" variant="default" onClick={() => remove(name)}>
          Delete the channel
        </Button>
      </span>
    </div>
  )
}

const FIRST_CODE = 'return update'

/** Renames every use of the channel too, so it is taken as a whole. */
function NameField({ name }: { name: string }) {
  const { store } = useWorkbench()
  const state = useBench(({ document }) => document.state)
  const draft = useIdDraft(
    name,
    (typed) => {
      const parsed = ChannelName.safeParse(typed)
      if (!parsed.success) return `Must be ${parsed.error.issues[0]?.message ?? 'something else'}`
      return typed in state
        ? 'Another channel has this name'
        : (channelNameProblem(typed) ?? undefined)
    },
    (to) =>
      store.edit((document) => {
        const edit = renameChannel(document, name, to)
        return edit.ok ? edit.document : document
      }),
  )
  return <TextInput label="Name" {...draft} />
}
