import type { Channel } from '@lathe/contract'
import { channelSchema } from '@lathe/graph'
import { without } from '../../../../lib/without.ts'
import { SchemaField } from '../../../../ui/schema-form/schema-field.tsx'
import { setOrDrop } from '../fields/set-or-drop.ts'
import { FieldFrame } from '../fields/field-frame.tsx'

type ChannelDefaultProps = {
  channel: Channel
  onChange: (channel: Channel) => void
}

/** The value before anything was written; without one the channel has to be given or written first. */
export function ChannelDefault({ channel, onChange }: ChannelDefaultProps) {
  if (channel.type === 'messages') return null
  const schema = without(channelSchema(channel), 'default', 'description')
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
