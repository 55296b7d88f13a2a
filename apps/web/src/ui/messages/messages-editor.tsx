import { ActionIcon, Button, Select, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { PromptMessage } from '@lathe/contract'
import { CodeEditor } from '../code/code-editor.tsx'
import { DisabledReason } from '../fields/disabled-reason.tsx'
import { MessagePictures } from './message-pictures.tsx'
import styles from './messages-editor.module.css'

type MessagesEditorProps = {
  value: readonly PromptMessage[]
  /** Whether messages of a channel can be inserted. */
  hasPlaceholders?: boolean
  onChange: (messages: PromptMessage[]) => void
}

const ROLES = [
  { value: 'system', label: 'System' },
  { value: 'user', label: 'User' },
  { value: 'assistant', label: 'Model' },
  { value: 'placeholder', label: 'Messages of a channel' },
] as const

/** Edits messages with roles. A name in double braces is a variable. */
export function MessagesEditor({ value, hasPlaceholders = true, onChange }: MessagesEditorProps) {
  const roles = hasPlaceholders ? ROLES : ROLES.filter((role) => role.value !== 'placeholder')
  const replace = (index: number, message: PromptMessage) =>
    onChange(value.map((item, position) => (position === index ? message : item)))

  return (
    <fieldset className={styles.messages}>
      <legend>Messages</legend>
      {value.map((message, index) => (
        // Messages have no id, so the index is the key.
        <div key={index} className={styles.message}>
          <div className={styles.head}>
            <Select
              size="xs"
              aria-label={`Role of message ${index + 1}`}
              allowDeselect={false}
              data={roles}
              value={message.role}
              onChange={(role) => {
                if (role !== null) replace(index, withRole(message, role))
              }}
            />
            <span className={styles.gap} />
            <DisabledReason reason={value.length === 1 && 'A prompt needs at least one message'}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove message ${index + 1}`}
                onClick={() => onChange(value.filter((_, position) => position !== index))}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </DisabledReason>
          </div>
          {message.role === 'placeholder' ? (
            <TextInput
              aria-label={`Channel of message ${index + 1}`}
              value={message.channel}
              onChange={({ currentTarget }) =>
                replace(index, { role: 'placeholder', channel: currentTarget.value })
              }
            />
          ) : (
            <MessagePictures
              messageName={`message ${index + 1}`}
              message={message}
              onChange={(changed) => replace(index, changed)}
            >
              <CodeEditor
                label={`Text of message ${index + 1}`}
                language="prompt"
                value={message.text}
                onChange={(text) => replace(index, { ...message, text })}
              />
            </MessagePictures>
          )}
        </div>
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange([...value, { role: 'user', text: '' }])}
      >
        Add message
      </Button>
    </fieldset>
  )
}

function withRole(message: PromptMessage, role: PromptMessage['role']): PromptMessage {
  if (role === 'placeholder') return { role, channel: 'messages' }
  return { role, text: message.role === 'placeholder' ? '' : message.text }
}
