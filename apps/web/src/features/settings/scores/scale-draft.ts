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

const FIRST: CategoryDraft[] = [
  { value: 0, label: 'wrong' },
  { value: 1, label: 'right' },
]

export const draftOf = (start: FeedbackConfigInput | undefined): Draft => ({
  key: start?.key ?? '',
  type: start?.type ?? 'continuous',
  min: start ? (start.min ?? '') : 0,
  max: start ? (start.max ?? '') : 1,
  categories:
    start?.type === 'categorical'
      ? start.categories.map(({ value, label }) => ({ value, label: label ?? '' }))
      : FIRST,
  isLowerBetter: start?.isLowerBetter ?? false,
})

/** Converts the form to the request. Text that is not a number is omitted. */
export function settledOf({ key, type, min, max, categories, isLowerBetter }: Draft) {
  const isNumber = type === 'continuous'
  return {
    key,
    type,
    min: isNumber ? numberOf(min) : null,
    max: isNumber ? numberOf(max) : null,
    categories: type === 'categorical' ? categories.map(categoryOf) : [],
    isLowerBetter: type !== 'freeform' && isLowerBetter,
  }
}

const numberOf = (typed: NumberInputValue): number | null =>
  typed === '' ? null : (parseNumberInput(typed) ?? Number.NaN)

const categoryOf = ({
  value,
  label,
}: CategoryDraft): Omit<FeedbackCategory, 'value'> & { value: number | null } => ({
  value: numberOf(value),
  label: label.trim() === '' ? null : label.trim(),
})
