import type { ReusableCell } from '@lathe/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, client } from '../../../lib/api.ts'
import { useComparison, useWholePlan } from '../comparison-context.ts'

const NONE: readonly ReusableCell[] = []

/** What has not run of the plan as it is saved, and would be answered by what was paid for before. */
export function useKnown(): readonly ReusableCell[] {
  const { detail } = useComparison()
  const { variants, cases, reuse } = useWholePlan()
  const { id, status, revision, updatedAt } = detail
  const mayReuse = variants.some((one) => one.reuse ?? reuse) && cases.length > 0
  const { data } = useQuery({
    queryKey: [...api.comparisons.reusable.key({ input: { id } }), status, revision, updatedAt],
    queryFn: async () => (await client.comparisons.reusable({ id })).cells,
    enabled: mayReuse && status !== 'running',
    placeholderData: keepPreviousData,
  })
  return (mayReuse && status !== 'running' && data) || NONE
}
