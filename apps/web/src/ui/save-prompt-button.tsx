import { Button, Modal } from '@mantine/core'
import type { PromptContent } from '@lathe/contract'
import { useState } from 'react'
import { Lacking } from './lacking.tsx'
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
      <Lacking lack={content.messages.length === 0 && 'There is no message in it'}>
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          Save to the registry…
        </Button>
      </Lacking>
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
