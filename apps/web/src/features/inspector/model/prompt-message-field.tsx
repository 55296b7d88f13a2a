import { Select } from '@mantine/core'
import type { PromptMessage } from '@lathe/contract'
import { ChannelField } from '../fields/channel-field.tsx'
import { CodeTextField } from '../fields/code-text-field.tsx'
import styles from '../inspector.module.css'
import { ItemButtons } from '../../../ui/item-buttons.tsx'

type PromptMessageFieldProps = {
  field: string
  message: PromptMessage
  place: { index: number; count: number }
  onChange: (message: PromptMessage) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const ROLES = [
  { value: 'system', label: 'System' },
  { value: 'user', label: 'User' },
  { value: 'assistant', label: 'Assistant' },
  { value: 'placeholder', label: 'Conversation' },
] as const satisfies { value: PromptMessage['role']; label: string }[]

export function PromptMessageField(props: PromptMessageFieldProps) {
  const { field, message, place, onChange, onMove, onRemove } = props
  const name = `message ${place.index + 1}`

  return (
    <li className={styles.item}>
      <div className={styles.itemHead}>
        <Select
          aria-label={`Role of ${name}`}
          className={styles.role ?? ''}
          size="xs"
          data={[...ROLES]}
          value={message.role}
          allowDeselect={false}
          onChange={(role) => onChange(withRole(message, role))}
        />
        <ItemButtons of={name} {...place} onMove={onMove} onRemove={onRemove} />
      </div>
      {message.role === 'placeholder' ? (
        <ChannelField
          field={`${field}.channel`}
          label="Messages of the channel"
          value={message.channel}
          isClearable={false}
          onChange={(channel) => {
            if (channel !== undefined) onChange({ role: 'placeholder', channel })
          }}
        />
      ) : (
        <CodeTextField
          field={`${field}.text`}
          label={`Text of ${name}`}
          hasLabel={false}
          kind="template"
          value={message.text}
          onChange={(text) => onChange({ ...message, text })}
        />
      )}
    </li>
  )
}

function withRole(message: PromptMessage, role: string | null): PromptMessage {
  const text = 'text' in message ? message.text : ''
  switch (role) {
    case 'placeholder':
      return { role, channel: 'channel' in message ? message.channel : 'messages' }
    case 'system':
    case 'user':
    case 'assistant':
      return { role, text }
    default:
      return message
  }
}
