import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import styles from '../knowledge.module.css'
import type { Pending } from './sources.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'

export function PasteText({ onPaste }: { onPaste: (source: Pending) => void }) {
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  return (
    <details>
      <summary>Paste text</summary>
      <div className={styles.form}>
        <TextInput
          label="Name"
          placeholder="Shown in citations"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Text"
          autosize
          minRows={4}
          maxRows={14}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <DisabledReason reason={text.trim() === '' && 'Paste text first'}>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                onPaste({ type: 'text', name: name.trim() || deriveTitle(text), text })
                setName('')
                setText('')
              }}
            >
              Add text
            </Button>
          </DisabledReason>
        </div>
      </div>
    </details>
  )
}

const deriveTitle = (text: string): string =>
  text
    .trim()
    .split('\n', 1)[0]
    ?.replace(/^#+\s*/, '')
    .slice(0, 80) || 'Pasted text'
