import type { ModelSettings, Prompt } from '@lathe/contract'
import { useCallbackRef } from '@mantine/hooks'
import styles from '../inspector.module.css'
import { PromptPreview } from './preview/prompt-preview.tsx'
import { PromptActions } from './prompt-actions.tsx'
import { type EditMessages, PromptMessageField } from './prompt-message-field.tsx'
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
  const messages = 'messages' in value ? value.messages : []
  // The same ones each time: what is beside the text that is typed is not drawn anew with it.
  const choose = useCallbackRef((prompt: Prompt) => onChange(prompt, field))
  const edit = useCallbackRef((change: EditMessages, at: string) =>
    onChange({ messages: change(messages) }, `${field}.${at}`),
  )
  const contentOf = useCallbackRef(() => ({ messages, model: node.model }))
  if (!('messages' in value)) {
    return <RegistryPrompt field={field} prompt={value} onChange={choose} />
  }

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
      <PromptActions
        name={node.id}
        count={messages.length}
        hasPlaceholder={messages.some(({ role }) => role === 'placeholder')}
        contentOf={contentOf}
        onEdit={edit}
        onChoose={choose}
      />
      <PromptPreview messages={messages} />
    </>
  )
}
