import type { Example } from '@lathe/contract'
import { Textarea } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { describePicture } from '../../../../lib/values/pictures.ts'
import { parseValueText, formatValueText } from '../../../../ui/code/value-text.ts'
import { editDrafts, type ExampleDraft } from '../example-drafts.ts'
import { type Field, restoring, writing } from '../fields.ts'
import styles from './example-grid.module.css'

/** Where the focus moves after editing a cell; `here` if it already moved elsewhere. */
export type Leaving = 'down' | 'right' | 'left' | 'here' | 'away'

type CellEditorProps = {
  field: Field
  /** The saved version. */
  example: Example
  draft: ExampleDraft
  isAnew: boolean
  onDone: (leaving: Leaving) => void
  /** Discards the edits of this cell. */
  onGiveUp: () => void
}

/** Edits a field of an example in its cell; each keystroke updates the draft. */
export function CellEditor({ field, example, draft, isAnew, onDone, onGiveUp }: CellEditorProps) {
  const kind = field.kindOf(example)
  const [opened] = useState(draft)
  const [before] = useState(
    () => draft.refused[field.id] ?? formatValueText(field.read(draft.example), kind),
  )
  // A picture has no editable text: it stays until something is typed.
  const picture = describePicture(before)
  const [text, setText] = useState(isAnew || picture !== undefined ? '' : before)
  const isOver = useRef(false)
  const read = parseValueText(text, kind, field.problemOf)
  const problem = 'problem' in read ? read.problem : undefined
  const end = (leaving: Leaving) => {
    if (isOver.current) return
    isOver.current = true
    onDone(leaving)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const leaving = leavingBy(event)
    if (event.key === 'Escape') {
      isOver.current = true
      editDrafts([{ example, change: restoring(field, opened) }])
      onGiveUp()
    } else if (leaving && problem === undefined) end(leaving)
    else if (!leaving) return
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
        editDrafts([{ example, change: writing(field, example, currentTarget.value) }])
      }}
      onKeyDown={handleKeyDown}
      onBlur={({ currentTarget }) => {
        // Keep editing when only the window loses focus.
        if (document.activeElement !== currentTarget) end('away')
      }}
    />
  )
}

function leavingBy({ key, shiftKey }: KeyboardEvent): Leaving | undefined {
  if (key === 'Enter') return shiftKey ? undefined : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  return key === 'F2' ? 'here' : undefined
}
