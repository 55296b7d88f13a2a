import type { ModelSettings, Prompt, PromptContent, PromptMessage } from '@lathe/contract'
import { useCallbackRef } from '@mantine/hooks'
import { DEFAULT_LABEL } from '@lathe/graph'
import { memo } from 'react'
import styles from '../inspector.module.css'
import { PromptPreview } from './preview/prompt-preview.tsx'
import { type EditMessages, PromptMessageField } from './prompt-message-field.tsx'
import { RegistryPrompt, RegistryMenu } from './registry-prompt.tsx'
import { AddItemButton } from '../../../../ui/fields/add-item-button.tsx'
import { SavePromptButton } from '../../../../shared/save-prompt-button.tsx'
import type { SavedPrompt } from '../../../../shared/save-prompt-form.tsx'
import { useWorkbenchState } from '../../workbench-context.ts'

type PromptFieldsProps = {
  field: string
  value: Prompt
  /** Used as defaults when the prompt is saved to the registry. */
  node: { id: string; model: ModelSettings }
  onChange: (value: Prompt, field: string) => void
}

/** The messages of a model call: templates by role, and whole conversations from a channel. */
export function PromptFields({ field, value, node, onChange }: PromptFieldsProps) {
  const messages = 'messages' in value ? value.messages : []
  // Stable callbacks, so that the actions do not render while a message is edited.
  const choose = useCallbackRef((prompt: Prompt) => onChange(prompt, field))
  const edit = useCallbackRef((change: EditMessages, path: string) =>
    onChange({ messages: change(messages) }, `${field}.${path}`),
  )
  const getContent = useCallbackRef(() => ({ messages, model: node.model }))
  if (!('messages' in value)) {
    return <RegistryPrompt field={field} prompt={value} onChange={choose} />
  }

  return (
    <>
      <ol className={styles.items} data-field={`${field}.messages`}>
        {messages.map((message, index) => (
          <PromptMessageField
            // Messages have no id.
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
        getContent={getContent}
        onEdit={edit}
        onChoose={choose}
      />
      <PromptPreview messages={messages} />
    </>
  )
}

type PromptActionsProps = {
  /** Default name for saving the prompt. */
  name: string
  /** Number of messages. */
  count: number
  hasPlaceholder: boolean
  getContent: () => PromptContent
  onEdit: (change: EditMessages, path: string) => void
  onChoose: (prompt: Prompt) => void
}

/** Buttons below the messages: add one, load from or save to the registry. */
const PromptActions = memo(function PromptActions(props: PromptActionsProps) {
  const { name, count, hasPlaceholder, getContent, onEdit, onChoose } = props
  const conversation = useWorkbenchState(({ document }) =>
    Object.keys(document.state).find((channel) => document.state[channel]?.type === 'messages'),
  )
  const add = (message: PromptMessage) => onEdit((all) => [...all, message], `messages.${count}`)

  return (
    <div className={styles.actions}>
      <AddItemButton onAdd={() => add({ role: 'user', text: '' })}>Message</AddItemButton>
      {conversation !== undefined && !hasPlaceholder && (
        <AddItemButton onAdd={() => add({ role: 'placeholder', channel: conversation })}>
          Conversation
        </AddItemButton>
      )}
      <SavePromptButton
        isEmpty={count === 0}
        getContent={getContent}
        name={name}
        onSave={(saved) => onChoose(promptRef(saved))}
      />
      <RegistryMenu onChoose={onChoose} />
    </div>
  )
})

/** Follows the label production if the version has it. Otherwise pins the version. */
const promptRef = ({ name, version, labels }: SavedPrompt): Prompt =>
  labels.includes(DEFAULT_LABEL) ? { name } : { name, version }
