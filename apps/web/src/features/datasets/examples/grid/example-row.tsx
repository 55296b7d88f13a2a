import type { Example } from '@lathe/contract'
import { ActionIcon } from '@mantine/core'
import { IconLayoutSidebarRightExpand } from '@tabler/icons-react'
import { memo } from 'react'
import { TextOrPicture } from '../../../../ui/pictures/picture.tsx'
import { cellText } from '../cell-text.ts'
import type { ExampleDraft } from '../example-drafts.ts'
import type { Field } from '../fields.ts'
import { useExampleDraft } from '../use-example-draft.ts'
import { CellEditor, type CommitMove } from './cell-editor.tsx'
import styles from './example-grid.module.css'
import type { EditMode } from './use-cells.ts'

export type CellEditing = {
  mode: EditMode
  onCommit: (move: CommitMove) => void
  onCancel: () => void
}

type ExampleRowProps = {
  example: Example
  index: number
  fields: readonly Field[]
  isReadOnly: boolean
  isOpen: boolean
  /** Column of the active cell if it is in this row. */
  active: number | undefined
  /**
   * First and last selected column. Two numbers instead of an object let React skip unchanged rows.
   */
  left: number
  right: number
  editing: CellEditing | undefined
}

export const ExampleRow = memo(function ExampleRow(props: ExampleRowProps) {
  const { example, index, fields, isReadOnly, isOpen, active, left, right, editing } = props
  const edited = useExampleDraft(example)
  const draft: ExampleDraft = isReadOnly
    ? { example, invalidTexts: {} }
    : { example: edited.draft, invalidTexts: edited.invalidTexts }
  const isNew = example.version === 0
  return (
    <tr
      data-index={index}
      data-id={example.id}
      className={styles.row}
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
    >
      <th scope="row" className={styles.rowHead} aria-colindex={1}>
        <span className={styles.number}>{isNew && !edited.isChanged ? '+' : index + 1}</span>
        {!isReadOnly && edited.isChanged && <UnsavedMark isOutdated={edited.isOutdated} />}
        {!isNew && (
          <ActionIcon
            data-opens
            variant="subtle"
            color="gray"
            size="sm"
            tabIndex={-1}
            aria-label={`Open example ${index + 1}`}
            title="Open in side panel (Space)"
          >
            <IconLayoutSidebarRightExpand size={14} />
          </ActionIcon>
        )}
      </th>
      {fields.map((field, column) => {
        const invalidText = draft.invalidTexts[field.id]
        const value = field.read(draft.example)
        const isEdited = editing !== undefined && active === column
        return (
          <td
            key={field.id}
            data-column={column}
            data-active={active === column || undefined}
            data-writing={isEdited || undefined}
            data-last={column === fields.length - 1 || undefined}
            tabIndex={active === column ? 0 : -1}
            aria-colindex={column + 2}
            aria-selected={column >= left && column <= right}
            aria-invalid={invalidText !== undefined || undefined}
            aria-readonly={isReadOnly || undefined}
          >
            <span
              className={styles.value}
              data-json={(invalidText === undefined && isJson(value)) || undefined}
            >
              <TextOrPicture
                name={field.label}
                text={invalidText ?? cellText(value)}
                tabIndex={-1}
              />
              {isNew && column === 0 && !edited.isChanged && (
                <span className={styles.hint}>Type to add an example</span>
              )}
            </span>
            {isEdited && (
              <CellEditor
                field={field}
                example={example}
                draft={draft}
                isReplacing={editing.mode === 'anew'}
                onCommit={editing.onCommit}
                onCancel={editing.onCancel}
              />
            )}
          </td>
        )
      })}
      <td className={styles.since} aria-colindex={fields.length + 2}>
        {!isNew && `v${example.version}`}
      </td>
    </tr>
  )
})

const isJson = (value: unknown) =>
  value !== undefined && value !== null && typeof value !== 'string'

function UnsavedMark({ isOutdated }: { isOutdated: boolean }) {
  const reason = isOutdated ? 'Changed by someone else' : 'Not saved'
  return (
    <span
      role="img"
      aria-label={reason}
      title={`${reason}: your edits are kept`}
      className={styles.mark}
      data-behind={isOutdated || undefined}
    />
  )
}
