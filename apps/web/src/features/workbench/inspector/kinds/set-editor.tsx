import type { Channel, Value } from '@lathe/contract'
import { channelSchema } from '@lathe/graph'
import { useWorkbenchState } from '../../workbench-context.ts'
import { omitKeys } from '../../../../lib/values/omit-keys.ts'
import type { EditorProps } from '../use-member.ts'
import { ChannelField } from '../fields/channel-field.tsx'
import { ValueField } from '../fields/value-field.tsx'
import styles from '../inspector.module.css'
import { RemoveButton } from '../../../../ui/fields/item-buttons.tsx'
import { Section } from '../section.tsx'

/** Channels and their new values. */
export function SetEditor({ node, onChange }: EditorProps<'set'>) {
  const state = useWorkbenchState(({ document }) => document.state)
  const set = (name: string, value: Value) =>
    onChange({ ...node, values: { ...node.values, [name]: value } }, `values.${name}`)

  return (
    <Section title="Values">
      <ul className={styles.items}>
        {Object.entries(node.values).map(([name, value]) => (
          <li key={name} className={styles.row}>
            <ValueField
              field={`values.${name}`}
              label={name}
              {...schemaProps(state[name])}
              value={value}
              onChange={(next) => set(name, next)}
            />
            <RemoveButton
              itemName={`the value of ${name}`}
              onRemove={() => onChange({ ...node, values: omitKeys(node.values, name) }, 'values')}
            />
          </li>
        ))}
      </ul>
      <ChannelField
        key={Object.keys(node.values).join()}
        field="values"
        label="Write another channel"
        placeholder="Select or name a channel"
        value={undefined}
        onChange={(name) => {
          if (name !== undefined && !(name in node.values)) set(name, firstValue(state[name]))
        }}
      />
    </Section>
  )
}

const schemaProps = (channel: Channel | undefined) =>
  channel ? { schema: channelSchema(channel) } : {}

/** A channel that was just created has the type string. */
const firstValue = (channel: Channel | undefined): Value =>
  channel === undefined || channel.type === 'string' ? { template: '' } : { expression: '' }
