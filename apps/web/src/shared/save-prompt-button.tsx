import { Button, Modal } from '@mantine/core'
import type { PromptContent } from '@lathe/contract'
import { useState } from 'react'
import { DisabledReason } from '../ui/fields/disabled-reason.tsx'
import { type SavedPrompt, SavePromptForm } from './save-prompt-form.tsx'

type SavePromptButtonProps = {
  isEmpty: boolean
  /** Called when the form opens. */
  getContent: () => PromptContent
  name: string
  onSave: (prompt: SavedPrompt) => void
}

export function SavePromptButton({ isEmpty, getContent, name, onSave }: SavePromptButtonProps) {
  const [content, setContent] = useState<PromptContent>()
  const close = () => setContent(undefined)
  return (
    <>
      <DisabledReason reason={isEmpty && 'There are no messages'}>
        <Button size="xs" variant="default" onClick={() => setContent(getContent())}>
          Save to registry…
        </Button>
      </DisabledReason>
      <Modal opened={content !== undefined} onClose={close} title="Save to registry">
        {content && (
          <SavePromptForm
            content={content}
            initial={{ name }}
            onSave={(saved) => {
              close()
              onSave(saved)
            }}
          />
        )}
      </Modal>
    </>
  )
}
