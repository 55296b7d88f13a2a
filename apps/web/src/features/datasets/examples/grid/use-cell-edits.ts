import { type Example, MAX_IMAGE_URL_LENGTH } from '@lathe/contract'
import { readPictures } from '../../../../lib/values/pictures.ts'
import { SIZE_ADVICE } from '../../../../ui/pictures/picture-value-field.tsx'
import { type DraftChange, editDrafts, isWhole, useExampleDrafts } from '../example-drafts.ts'
import { type Field, writing } from '../fields.ts'
import { useSaving } from '../saving.ts'
import { formatValueText } from '../../../../ui/code/value-text.ts'
import { showToast } from '../../../../ui/feedback/undo-toast.tsx'
import { beyond, type Texts } from './clipboard.ts'
import type { Place, Range } from './places.ts'

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
  const saveDrafts = useSaving(datasetId)

  /** Invalid drafts stay unsaved. */
  const save = (examples: readonly Example[]) => {
    const { drafts } = useExampleDrafts.getState()
    saveDrafts(
      examples.flatMap((example) => {
        const draft = drafts[example.id]
        if (!draft || !isWhole(draft)) return []
        return [{ before: example.version === 0 ? undefined : example, after: draft.example }]
      }),
    )
  }

  const write = (texts: Texts, { row, column }: Place) => {
    const edits = texts.flatMap((line, down) => {
      const example = rows[row + down] ?? newRow()
      if (!example) return []
      const changes = line.flatMap((text, right) => {
        const field = fields[column + right]
        return field ? [writing(field, example, text)] : []
      })
      return [{ example, change: inTurn(changes) }]
    })
    editDrafts(edits)
    save(edits.map(({ example }) => example))
    const room = {
      rows: newRow() ? Infinity : rows.length - row,
      columns: fields.length - column,
    }
    const left = beyond(texts, room)
    if (left !== undefined) showToast(`Skipped: ${left} outside the grid`)
  }

  const paste = async (pictures: readonly File[], from: Place) => {
    try {
      const read = await readPictures(pictures, MAX_IMAGE_URL_LENGTH, SIZE_ADVICE)
      write(
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
      const { example: shown, refused } = draft ?? { example, refused: {} }
      return fields
        .slice(left, right + 1)
        .map(
          (field) => refused[field.id] ?? formatValueText(field.read(shown), field.kindOf(example)),
        )
    })
  }

  return { save, write, paste, read }
}

const inTurn =
  (changes: readonly DraftChange[]): DraftChange =>
  (now) =>
    changes.reduce((sum, change) => change(sum), now)
