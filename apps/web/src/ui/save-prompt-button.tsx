import { Button, Modal } from '@mantine/core'
import type { PromptContent } from '@lathe/contract'
import { useState } from 'react'
import { type SavedPrompt, SavePromptForm } from './save-prompt-form.tsx'

type SavePromptButtonProps = {
  content: PromptContent
  name: string
  onSaved: (saved: SavedPrompt) => void
}

export function SavePromptButton({ content, name, onSaved }: SavePromptButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={content.messages.length === 0}
        onClick={() => setOpen(true)}
      >
        Save to the registry…
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Save to the registry">
        {isOpen && (
          <SavePromptForm
            content={content}
            suggested={{ name }}
            onSaved={(saved) => {
              setOpen(false)
              onSaved(saved)
            }}
          />
        )}
      </Modal>
    </>
  )
}
