import { Button, Modal } from '@mantine/core'
import type { PromptContent } from '@lathe/contract'
import { useState } from 'react'
import { DisabledReason } from '../ui/fields/disabled-reason.tsx'
import { type SavedPrompt, SavePromptForm } from './save-prompt-form.tsx'

type SavePromptButtonProps = {
  isEmpty: boolean
  /** Called when the form opens. */
  contentOf: () => PromptContent
  name: string
  onSaved: (saved: SavedPrompt) => void
}

export function SavePromptButton({ isEmpty, contentOf, name, onSaved }: SavePromptButtonProps) {
  const [content, setContent] = useState<PromptContent>()
  const close = () => setContent(undefined)
  return (
    <>
      <DisabledReason reason={isEmpty && 'There are no messages'}>
        <Button size="xs" variant="default" onClick={() => setContent(contentOf())}>
          Save to registry…
        </Button>
      </DisabledReason>
      <Modal opened={content !== undefined} onClose={close} title="Save to registry">
        {content && (
          <SavePromptForm
            content={content}
            suggested={{ name }}
            onSaved={(saved) => {
              close()
              onSaved(saved)
            }}
          />
        )}
      </Modal>
    </>
  )
}
