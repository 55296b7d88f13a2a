import { Button } from '@mantine/core'
import type { Channel, Value } from '@lathe/contract'
import { channelSchema, parseScript } from '@lathe/graph'
import { fieldsOfType, fieldValue } from '@lathe/nodes'
import { useMemo } from 'react'
import { omitKeys } from '../../../../lib/values/omit-keys.ts'
import { RemoveButton } from '../../../../ui/fields/item-buttons.tsx'
import { useWorkbenchState } from '../../workbench-context.ts'
import { ChannelField, ChannelsField } from '../fields/channel-field.tsx'
import { ValueField } from '../fields/value-field.tsx'
import styles from '../inspector.module.css'
import { fieldProps, useField, type FieldEditorProps } from './use-field.ts'

/** Channels that a node may write. Offers channels that its code returns. */
export function ChannelsEditor({ id, field }: FieldEditorProps<'channels'>) {
  const [value = [], set] = useField({ id, field })
  const missing = useReturnedChannels(id).filter((name) => !value.includes(name))
  return (
    <>
      <ChannelsField {...fieldProps(field)} value={value} onChange={(names) => set(names)} />
      {missing.length > 0 && (
        <p className={styles.hint}>
          The code also returns {missing.join(', ')}.{' '}
          <Button size="compact-xs" variant="default" onClick={() => set([...value, ...missing])}>
            Declare
          </Button>
        </p>
      )}
    </>
  )
}

function useReturnedChannels(id: string): readonly string[] {
  const code = useWorkbenchState(({ document }) => {
    const node = document.nodes[id]
    const [field] = node ? fieldsOfType(node, 'code') : []
    return node && field && fieldValue(node, field)
  })
  return useMemo(
    () =>
      code === undefined
        ? []
        : [...new Set(parseScript(code, 'code').returns?.map(({ name }) => name))],
    [code],
  )
}

/** Channels and their new values. */
export function ChannelValuesEditor({ id, field }: FieldEditorProps<'channel-values'>) {
  const state = useWorkbenchState(({ document }) => document.state)
  const [values = {}, setValues] = useField({ id, field })
  const path = (name: string) => `${field.name}.${name}`
  const set = (name: string, value: Value) => setValues({ ...values, [name]: value }, path(name))

  return (
    <>
      <ul className={styles.items}>
        {Object.entries(values).map(([name, value]) => (
          <li key={name} className={styles.row}>
            <ValueField
              field={path(name)}
              label={name}
              {...schemaProps(state[name])}
              value={value}
              onChange={(next) => set(name, next)}
            />
            <RemoveButton
              itemName={`the value of ${name}`}
              onRemove={() => setValues(omitKeys(values, name))}
            />
          </li>
        ))}
      </ul>
      <ChannelField
        key={Object.keys(values).join()}
        field={field.name}
        label="Write another channel"
        placeholder="Select or name a channel"
        value={undefined}
        onChange={(name) => {
          if (name !== undefined && !(name in values)) set(name, firstValue(state[name]))
        }}
      />
    </>
  )
}

const schemaProps = (channel: Channel | undefined) =>
  channel ? { schema: channelSchema(channel) } : {}

/** A channel that was just created has the type string. */
const firstValue = (channel: Channel | undefined): Value =>
  channel === undefined || channel.type === 'string' ? { template: '' } : { expression: '' }
