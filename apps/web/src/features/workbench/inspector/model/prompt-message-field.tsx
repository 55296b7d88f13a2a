import { Select } from '@mantine/core'
import type { PromptMessage } from '@lathe/contract'
import { memo } from 'react'
import { ChannelField } from '../fields/channel-field.tsx'
import { CodeTextField } from '../fields/code-text-field.tsx'
import { FieldFrame } from '../fields/field-frame.tsx'
import styles from '../inspector.module.css'
import { ItemButtons, moveItem } from '../../../../ui/fields/item-buttons.tsx'
import { MessagePictures } from '../../../../ui/messages/message-pictures.tsx'

export type EditMessages = (messages: readonly PromptMessage[]) => PromptMessage[]

type PromptMessageFieldProps = {
  field: string
  message: PromptMessage
  index: number
  count: number
  /** Edits the containing list. `path` points to the edited part within the prompt. */
  onEdit: (change: EditMessages, path: string) => void
}

const ROLES: { value: PromptMessage['role']; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'user', label: 'User' },
  { value: 'assistant', label: 'Assistant' },
  { value: 'placeholder', label: 'Conversation' },
]

export const PromptMessageField = memo(function PromptMessageField(props: PromptMessageFieldProps) {
  const { field, message, index, count, onEdit } = props
  const change = (next: PromptMessage, path = '') =>
    onEdit((messages) => messages.with(index, next), `messages.${index}${path}`)

  return (
    <li className={styles.item}>
      <Head role={message.role} index={index} count={count} onEdit={onEdit} />
      {message.role === 'placeholder' ? (
        <ChannelField
          field={`${field}.channel`}
          label="Messages of the channel"
          value={message.channel}
          isClearable={false}
          onChange={(channel) => {
            if (channel !== undefined) change({ role: 'placeholder', channel })
          }}
        />
      ) : (
        <MessagePictures
          messageName={`message ${index + 1}`}
          message={message}
          onChange={(next) => change(next, '.images')}
          renderUrl={(position, address) => (
            <CodeTextField
              field={`${field}.images.${position}`}
              hasLabel={false}
              kind="template"
              {...address}
            />
          )}
          renderPicture={(position, picture) => (
            <FieldFrame field={`${field}.images.${position}`} label={undefined}>
              {picture}
            </FieldFrame>
          )}
        >
          <CodeTextField
            field={`${field}.text`}
            label={`Text of message ${index + 1}`}
            hasLabel={false}
            kind="template"
            value={message.text}
            onChange={(text) => change({ ...message, text })}
          />
        </MessagePictures>
      )}
    </li>
  )
})

type HeadProps = Pick<PromptMessageFieldProps, 'index' | 'count' | 'onEdit'> & {
  role: PromptMessage['role']
}

/**
 * Role, position and actions of a message. Memoized, so that it does not render while the text is
 * edited.
 */
const Head = memo(function Head({ role, index, count, onEdit }: HeadProps) {
  const name = `message ${index + 1}`
  return (
    <div className={styles.itemHead}>
      <Select
        aria-label={`Role of ${name}`}
        className={styles.role ?? ''}
        size="xs"
        data={ROLES}
        value={role}
        allowDeselect={false}
        onChange={(role) =>
          onEdit(
            (messages) =>
              messages.map((each, position) => (position === index ? withRole(each, role) : each)),
            `messages.${index}.role`,
          )
        }
      />
      <ItemButtons
        itemName={name}
        index={index}
        count={count}
        onMove={(to) => onEdit((messages) => moveItem(messages, index, to), 'messages')}
        onRemove={() => onEdit((messages) => messages.toSpliced(index, 1), 'messages')}
      />
    </div>
  )
})

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
