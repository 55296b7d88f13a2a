import type { Example } from '@lathe/contract'
import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { describePicture } from '../../../../lib/values/pictures.ts'
import { parseValueText, formatValueText } from '../../../../ui/code/value-text.ts'
import { editDrafts, type ExampleDraft } from '../example-drafts.ts'
import { type Field, restoring, writeField } from '../fields.ts'
import styles from './example-grid.module.css'

/** Where the focus moves after editing a cell; `here` if it already moved elsewhere. */
export type CommitMove = 'down' | 'right' | 'left' | 'here' | 'away'

type CellEditorProps = {
  field: Field
  /** The saved version. */
  example: Example
  draft: ExampleDraft
  isReplacing: boolean
  onCommit: (move: CommitMove) => void
  /** Discards the edits of this cell. */
  onCancel: () => void
}

/** Edits a field of an example in its cell; each keystroke updates the draft. */
export function CellEditor({
  field,
  example,
  draft,
  isReplacing,
  onCommit,
  onCancel,
}: CellEditorProps) {
  const kind = field.textKind(example)
  const [opened] = useState(draft)
  const [before] = useState(
    () => draft.invalidTexts[field.id] ?? formatValueText(field.read(draft.example), kind),
  )
  // A picture has no editable text: it stays until something is typed.
  const picture = describePicture(before)
  const [text, setText] = useState(isReplacing || picture !== undefined ? '' : before)
  const hasEnded = useRef(false)
  const parsed = parseValueText(text, kind, field.findProblem)
  const problem = 'problem' in parsed ? parsed.problem : undefined
  const end = (move: CommitMove) => {
    if (hasEnded.current) return
    hasEnded.current = true
    onCommit(move)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const move = commitMove(event)
    if (event.key === 'Escape') {
      hasEnded.current = true
      editDrafts([{ example, change: restoring(field, opened) }])
      onCancel()
    } else if (move && problem === undefined) end(move)
    else if (!move) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Textarea
      className={styles.editor}
      classNames={{ input: styles.text ?? '', error: styles.problem ?? '' }}
      aria-label={field.label}
      data-kind={kind}
      autoFocus
      autosize
      minRows={1}
      maxRows={12}
      value={text}
      {...(picture !== undefined && { placeholder: `${picture}: type to replace it` })}
      error={problem}
      onFocus={({ currentTarget }) =>
        currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
      }
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        editDrafts([{ example, change: writeField(field, example, currentTarget.value) }])
      }}
      onKeyDown={handleKeyDown}
      onBlur={({ currentTarget }) => {
        // Keep editing when only the window loses focus.
        if (document.activeElement !== currentTarget) end('away')
      }}
    />
  )
}

function commitMove({ key, shiftKey }: KeyboardEvent): CommitMove | undefined {
  if (key === 'Enter') return shiftKey ? undefined : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return key === 'F2' ? 'here' : undefined
}
