import { type Example, MAX_IMAGE_URL_LENGTH } from '@lathe/contract'
import { readPictures } from '../../../../lib/values/pictures.ts'
import { SIZE_ADVICE } from '../../../../ui/pictures/picture-value-field.tsx'
import { type DraftChange, editDrafts, isValidDraft, useExampleDrafts } from '../example-drafts.ts'
import { type Field, writeField } from '../fields.ts'
import { useSaveExamples } from '../saving.ts'
import { formatValueText } from '../../../../ui/code/value-text.ts'
import { showToast } from '../../../../ui/feedback/undo-toast.tsx'
import { countOverflow, type Texts } from './clipboard.ts'
import type { CellPosition, Range } from './cell-positions.ts'

type Cells = {
  datasetId: string
  rows: readonly Example[]
  fields: readonly Field[]
  /** Shows the saved values and ignores drafts. */
  isReadOnly: boolean
  /** Creates a row for text pasted below the last row; undefined if rows cannot be added. */
  newRow: () => Example | undefined
}

/** Writes cell edits into drafts and saves the drafts. */
export function useCellEdits({ datasetId, rows, fields, isReadOnly, newRow }: Cells) {
  const saveDrafts = useSaveExamples(datasetId)

  /** Invalid drafts stay unsaved. */
  const save = (examples: readonly Example[]) => {
    const { drafts } = useExampleDrafts.getState()
    saveDrafts(
      examples.flatMap((example) => {
        const draft = drafts[example.id]
        if (!draft || !isValidDraft(draft)) return []
        return [{ before: example.version === 0 ? undefined : example, after: draft.example }]
      }),
    )
  }

  const writeTexts = (texts: Texts, { row, column }: CellPosition) => {
    const edits = texts.flatMap((line, rowOffset) => {
      const example = rows[row + rowOffset] ?? newRow()
      if (!example) return []
      const changes = line.flatMap((text, right) => {
        const field = fields[column + right]
        return field ? [writeField(field, example, text)] : []
      })
      return [{ example, change: applyChanges(changes) }]
    })
    editDrafts(edits)
    save(edits.map(({ example }) => example))
    const space = {
      rows: newRow() ? Infinity : rows.length - row,
      columns: fields.length - column,
    }
    const left = countOverflow(texts, space)
    if (left !== undefined) showToast(`Skipped: ${left} outside the grid`)
  }

  const pasteImages = async (pictures: readonly File[], from: CellPosition) => {
    try {
      const read = await readPictures(pictures, MAX_IMAGE_URL_LENGTH, SIZE_ADVICE)
      writeTexts(
        read.map((picture) => [picture]),
        from,
      )
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'error', 'pictures')
    }
  }

  const read = ({ top, bottom, left, right }: Range): Texts => {
    const { drafts } = useExampleDrafts.getState()
    return rows.slice(top, bottom + 1).map((example) => {
      const draft = isReadOnly ? undefined : drafts[example.id]
      const { example: draftExample, invalidTexts } = draft ?? { example, invalidTexts: {} }
      return fields
        .slice(left, right + 1)
        .map(
          (field) =>
            invalidTexts[field.id] ??
            formatValueText(field.read(draftExample), field.textKind(example)),
        )
    })
  }

  return { save, writeTexts, pasteImages, read }
}

const applyChanges =
  (changes: readonly DraftChange[]): DraftChange =>
  (draft) =>
    changes.reduce((result, change) => change(result), draft)
