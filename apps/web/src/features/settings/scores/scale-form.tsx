import { FeedbackConfigInput } from '@lathe/contract'
import { Button, Checkbox, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { describeError } from '../../../lib/api/describe-error.ts'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import styles from '../settings-page.module.css'
import { type CategoryDraft, createDraft, type Draft, toConfig } from './scale-draft.ts'
import { parseNumberInput } from '../../../lib/values/parse-number-input.ts'
import { AddItemButton } from '../../../ui/fields/add-item-button.tsx'
import { RemoveButton } from '../../../ui/fields/item-buttons.tsx'

type ScaleFormProps = {
  /** The score being edited; its name is fixed. */
  start?: FeedbackConfigInput
  /** Names of existing scores. */
  usedKeys: readonly string[]
  onSave: (config: FeedbackConfigInput) => Promise<void>
  onCancel: () => void
}

const TYPES = [
  { value: 'continuous', label: 'Number' },
  { value: 'categorical', label: 'Categories' },
  { value: 'freeform', label: 'Text' },
]

export function ScaleForm({ start, usedKeys, onSave, onCancel }: ScaleFormProps) {
  const [draft, setDraft] = useState(createDraft(start))
  const change = (changes: Partial<Draft>) => setDraft((current) => ({ ...current, ...changes }))
  const parsed = FeedbackConfigInput.safeParse(toConfig(draft))
  const disabledReason =
    start === undefined && isUsedKey(draft, usedKeys) ? DUPLICATE_NAME : findProblem(draft, parsed)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (disabledReason !== undefined || !parsed.success) return
    await onSave(parsed.data).catch((error: unknown) =>
      showToast(describeError(error).message, 'error'),
    )
  }

  return (
    <form className={styles.section} onSubmit={(event) => void submit(event)}>
      {start === undefined ? (
        <TextInput
          label="Name"
          placeholder="correctness"
          maxLength={500}
          data-autofocus
          autoFocus
          value={draft.key}
          onChange={(event) => change({ key: event.currentTarget.value })}
        />
      ) : (
        <h3 className={styles.scoreName}>{start.key}</h3>
      )}
      <SegmentedControl
        aria-label="Score type"
        data={TYPES}
        value={draft.type}
        onChange={(type) => change({ type: type as Draft['type'] })}
      />
      {draft.type === 'continuous' && (
        <div className={styles.bounds}>
          <NumberInput
            label="Minimum"
            placeholder="no limit"
            value={draft.min}
            onChange={(min) => change({ min })}
          />
          <NumberInput
            label="Maximum"
            placeholder="no limit"
            value={draft.max}
            onChange={(max) => change({ max })}
          />
        </div>
      )}
      {draft.type === 'categorical' && (
        <CategoryRows
          categories={draft.categories}
          onChange={(categories) => change({ categories })}
        />
      )}
      {draft.type !== 'freeform' && (
        <Checkbox
          label="Lower is better"
          checked={draft.isLowerBetter}
          onChange={(event) => change({ isLowerBetter: event.currentTarget.checked })}
        />
      )}
      <div className={styles.actions}>
        <DisabledReason reason={disabledReason}>
          <Button type="submit">Save</Button>
        </DisabledReason>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

const DUPLICATE_NAME = 'A score with this name already exists. Edit that score'

const isUsedKey = ({ key }: Draft, usedKeys: readonly string[]) => usedKeys.includes(key.trim())

function findProblem(draft: Draft, parsed: ReturnType<typeof FeedbackConfigInput.safeParse>) {
  if (draft.key.trim() === '') return 'Enter a name'
  if (draft.type === 'categorical' && draft.categories.length === 0) return 'Add a category first'
  const [issue] = parsed.error?.issues ?? []
  if (!issue) return undefined
  const { path, code, message } = issue
  if (code === 'too_big' || code === 'too_small') return message
  if (path[0] === 'categories')
    return 'Each category needs a unique score, and a unique name or none'
  return code === 'custom' ? 'Maximum must exceed minimum' : 'A limit must be a number or blank'
}

type CategoryRowsProps = {
  categories: readonly CategoryDraft[]
  onChange: (categories: CategoryDraft[]) => void
}

function CategoryRows({ categories, onChange }: CategoryRowsProps) {
  const change = (index: number, changes: Partial<CategoryDraft>) =>
    onChange(
      categories.map((category, position) =>
        position === index ? { ...category, ...changes } : category,
      ),
    )
  const next = Math.max(-1, ...categories.map(({ value }) => parseNumberInput(value) ?? -1)) + 1
  return (
    <>
      <ul className={styles.categories}>
        {categories.map((category, index) => (
          // Categories have no id other than their index.
          <li key={index} className={styles.category}>
            <TextInput
              aria-label={`Name of category ${index + 1}`}
              placeholder="Name"
              maxLength={80}
              value={category.label}
              onChange={(event) => change(index, { label: event.currentTarget.value })}
            />
            <NumberInput
              aria-label={`Score of category ${index + 1}`}
              placeholder="Score"
              value={category.value}
              onChange={(value) => change(index, { value })}
            />
            <RemoveButton
              itemName={`category ${index + 1}`}
              onRemove={() => onChange(categories.filter((_, position) => position !== index))}
            />
          </li>
        ))}
      </ul>
      <AddItemButton onAdd={() => onChange([...categories, { value: next, label: '' }])}>
        Category
      </AddItemButton>
    </>
  )
}
