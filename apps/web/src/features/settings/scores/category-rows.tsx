import { NumberInput, TextInput } from '@mantine/core'
import { parseNumberInput } from '../../../lib/values/parse-number-input.ts'
import { AddItemButton } from '../../../ui/fields/add-item-button.tsx'
import { RemoveButton } from '../../../ui/fields/item-buttons.tsx'
import styles from '../settings-page.module.css'
import type { CategoryDraft } from './scale-draft.ts'

type CategoryRowsProps = {
  categories: readonly CategoryDraft[]
  onChange: (categories: CategoryDraft[]) => void
}

export function CategoryRows({ categories, onChange }: CategoryRowsProps) {
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
