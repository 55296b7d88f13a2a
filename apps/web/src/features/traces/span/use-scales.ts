import type { FeedbackConfig } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** What scores mean, by their names; none while it is not known. */
export function useScales(): ReadonlyMap<string, FeedbackConfig> {
  const { data = [] } = useQuery(api.feedbackConfigs.list.queryOptions({ input: {} }))
  return new Map(data.map((config) => [config.key, config]))
}

/** Why people cannot give this score, or undefined. */
export function misfit(
  config: FeedbackConfig | undefined,
  score: number | null,
): string | undefined {
  if (!config || score === null) return undefined
  const { type, min, max, categories } = config
  if (type === 'categorical')
    return categories.some(({ value }) => value === score) ? undefined : 'Choose one of these'
  if (min !== null && score < min) return `The least is ${min}`
  return max !== null && score > max ? `The most is ${max}` : undefined
}
