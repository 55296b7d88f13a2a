import type { FeedbackCategory, FeedbackConfig } from '@lathe/contract'

/** Describes the scores of a feedback key in a few words: "0 to 1, lower is better". */
export function describeScale(config: Omit<FeedbackConfig, 'key' | 'modifiedAt'>): string {
  if (config.type === 'freeform') return 'text, without a score'
  const values =
    config.type === 'categorical'
      ? config.categories.map(categoryName).join(' · ')
      : formatRange(config.min, config.max)
  return config.isLowerBetter ? `${values}, lower is better` : values
}

export const categoryName = ({ value, label }: FeedbackCategory): string => label ?? String(value)

function formatRange(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `${min} to ${max}`
  if (min !== null) return `${min} or more`
  return max === null ? 'any number' : `${max} or less`
}
