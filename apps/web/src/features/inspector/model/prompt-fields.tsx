import type { ModelSettings, Prompt, PromptMessage } from '@lathe/contract'
import { DEFAULT_LABEL } from '@lathe/graph'
import { useCallbackRef } from '@mantine/hooks'
import { useBench } from '../../workbench/workbench-context.ts'
import { AddItemButton } from '../../../ui/add-item-button.tsx'
import styles from '../inspector.module.css'
import type { SavedPrompt } from '../../../ui/save-prompt-form.tsx'
import { SavePromptButton } from '../../../ui/save-prompt-button.tsx'
import { PromptPreview } from './preview/prompt-preview.tsx'
import { type EditMessages, PromptMessageField } from './prompt-message-field.tsx'
import { RegistryMenu } from './registry-menu.tsx'
import { RegistryPrompt } from './registry-prompt.tsx'

type PromptFieldsProps = {
  field: string
  value: Prompt
  /** What the prompt is kept with, and called after, where it is saved in the registry. */
  node: { id: string; model: ModelSettings }
  onChange: (value: Prompt, field: string) => void
}

/** The messages a model call starts with: templates by role, and whole conversations from a channel. */
export function PromptFields({ field, value, node, onChange }: PromptFieldsProps) {
  const conversation = useBench(({ document }) =>
    Object.keys(document.state).find((name) => document.state[name]?.type === 'messages'),
  )
  // The same one each time: a message is drawn again only when it changes itself.
  const edit = useCallbackRef((change: EditMessages, at: string) => {
    if ('messages' in value) onChange({ messages: change(value.messages) }, `${field}.${at}`)
  })
  if (!('messages' in value)) {
    return (
      <RegistryPrompt field={field} prompt={value} onChange={(prompt) => onChange(prompt, field)} />
    )
  }

  const { messages } = value
  const add = (message: PromptMessage) =>
    edit((all) => [...all, message], `messages.${messages.length}`)
  const hasPlaceholder = messages.some(({ role }) => role === 'placeholder')

  return (
    <>
      <ol className={styles.items} data-field={`${field}.messages`}>
        {messages.map((message, index) => (
          <PromptMessageField
            // Messages have no identity but their place.
            key={`${index}:${message.role}`}
            field={`${field}.messages.${index}`}
            message={message}
            index={index}
            count={messages.length}
            onEdit={edit}
          />
        ))}
      </ol>
      <div className={styles.row}>
        <AddItemButton onAdd={() => add({ role: 'user', text: '' })}>Message</AddItemButton>
        {conversation !== undefined && !hasPlaceholder && (
          <AddItemButton onAdd={() => add({ role: 'placeholder', channel: conversation })}>
            Conversation
          </AddItemButton>
        )}
        <SavePromptButton
          content={{ messages, model: node.model }}
          name={node.id}
          onSaved={(saved) => onChange(refOf(saved), field)}
        />
        <RegistryMenu onChoose={(prompt) => onChange(prompt, field)} />
      </div>
      <PromptPreview messages={messages} />
    </>
  )
}

/** Follows production when the version was made that; another one is pinned. */
const refOf = ({ name, version, labels }: SavedPrompt): Prompt =>
  labels.includes(DEFAULT_LABEL) ? { name } : { name, version }
