import type { FeedbackConfig } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { type Typed, typedNumber } from '../../../lib/typed-number.ts'

/** What scores mean, by their names; none while it is not known. */
export function useScales(): ReadonlyMap<string, FeedbackConfig> {
  const { data = [] } = useQuery(api.feedbackConfigs.list.queryOptions({ input: {} }))
  return new Map(data.map((config) => [config.key, config]))
}

/** Why people cannot give this score, or undefined. */
export function misfit(config: FeedbackConfig | undefined, typed: Typed): string | undefined {
  if (typed === '' || config?.type === 'freeform') return undefined
  const score = typedNumber(typed)
  if (score === undefined) return 'The score is no number'
  if (!config) return undefined
  const { type, min, max, categories } = config
  if (type === 'categorical')
    return categories.some(({ value }) => value === score) ? undefined : 'Choose one of these'
  if (min !== null && score < min) return `The least is ${min}`
  return max !== null && score > max ? `The most is ${max}` : undefined
}
