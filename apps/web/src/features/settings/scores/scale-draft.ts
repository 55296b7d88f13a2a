import type { FeedbackCategory, FeedbackConfigInput } from '@lathe/contract'
import { type NumberInputValue, parseNumberInput } from '../../../lib/values/parse-number-input.ts'

export type CategoryDraft = { value: NumberInputValue; label: string }

/** Keeps the values of each type while another type is selected. */
export type Draft = {
  key: string
  type: FeedbackConfigInput['type']
  min: NumberInputValue
  max: NumberInputValue
  categories: CategoryDraft[]
  isLowerBetter: boolean
}

const INITIAL_CATEGORIES: CategoryDraft[] = [
  { value: 0, label: 'wrong' },
  { value: 1, label: 'right' },
]

export const createDraft = (start: FeedbackConfigInput | undefined): Draft => ({
  key: start?.key ?? '',
  type: start?.type ?? 'continuous',
  min: start ? (start.min ?? '') : 0,
  max: start ? (start.max ?? '') : 1,
  categories:
    start?.type === 'categorical'
      ? start.categories.map(({ value, label }) => ({ value, label: label ?? '' }))
      : INITIAL_CATEGORIES,
  isLowerBetter: start?.isLowerBetter ?? false,
})

/** Converts the form to the request. Text that is not a number is omitted. */
export function toConfig({ key, type, min, max, categories, isLowerBetter }: Draft) {
  const isNumber = type === 'continuous'
  return {
    key,
    type,
    min: isNumber ? parseNumber(min) : null,
    max: isNumber ? parseNumber(max) : null,
    categories: type === 'categorical' ? categories.map(toCategory) : [],
    isLowerBetter: type !== 'freeform' && isLowerBetter,
  }
}

const parseNumber = (value: NumberInputValue): number | null =>
  value === '' ? null : (parseNumberInput(value) ?? Number.NaN)

const toCategory = ({
  value,
  label,
}: CategoryDraft): Omit<FeedbackCategory, 'value'> & { value: number | null } => ({
  value: parseNumber(value),
  label: label.trim() === '' ? null : label.trim(),
})
