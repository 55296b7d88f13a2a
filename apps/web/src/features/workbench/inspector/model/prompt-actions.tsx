import type { Prompt, PromptContent, PromptMessage } from '@lathe/contract'
import { DEFAULT_LABEL } from '@lathe/graph'
import { memo } from 'react'
import { AddItemButton } from '../../../../ui/add-item-button.tsx'
import { SavePromptButton } from '../../../../ui/save-prompt-button.tsx'
import type { SavedPrompt } from '../../../../ui/save-prompt-form.tsx'
import { useBench } from '../../workbench-context.ts'
import styles from '../inspector.module.css'
import type { EditMessages } from './prompt-message-field.tsx'
import { RegistryMenu } from './registry-menu.tsx'

type PromptActionsProps = {
  /** What the prompt is called after where it is saved. */
  name: string
  /** How many messages there are. */
  count: number
  hasPlaceholder: boolean
  contentOf: () => PromptContent
  onEdit: (change: EditMessages, at: string) => void
  onChoose: (prompt: Prompt) => void
}

/** Under the messages: one more, and the ways to the registry and from there. */
export const PromptActions = memo(function PromptActions(props: PromptActionsProps) {
  const { name, count, hasPlaceholder, contentOf, onEdit, onChoose } = props
  const conversation = useBench(({ document }) =>
    Object.keys(document.state).find((channel) => document.state[channel]?.type === 'messages'),
  )
  const add = (message: PromptMessage) => onEdit((all) => [...all, message], `messages.${count}`)

  return (
    <div className={styles.row}>
      <AddItemButton onAdd={() => add({ role: 'user', text: '' })}>Message</AddItemButton>
      {conversation !== undefined && !hasPlaceholder && (
        <AddItemButton onAdd={() => add({ role: 'placeholder', channel: conversation })}>
          Conversation
        </AddItemButton>
      )}
      <SavePromptButton
        isEmpty={count === 0}
        contentOf={contentOf}
        name={name}
        onSaved={(saved) => onChoose(refOf(saved))}
      />
      <RegistryMenu onChoose={onChoose} />
    </div>
  )
})

/** Follows production when the version was made that; another one is pinned. */
const refOf = ({ name, version, labels }: SavedPrompt): Prompt =>
  labels.includes(DEFAULT_LABEL) ? { name } : { name, version }
