import type { KnownCell } from '@lathe/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, client } from '../../../lib/api.ts'
import { useComparison, useWholePlan } from '../comparison-context.ts'

const NONE: readonly KnownCell[] = []

/** What has not run of the plan as it is saved, and would be answered by what was paid for before. */
export function useKnown(): readonly KnownCell[] {
  const { detail } = useComparison()
  const { variants, cases, reuse } = useWholePlan()
  const { id, status, revision, updatedAt } = detail
  const mayReuse = variants.some((one) => one.reuse ?? reuse) && cases.length > 0
  const { data } = useQuery({
    queryKey: [...api.comparisons.known.key({ input: { id } }), status, revision, updatedAt],
    queryFn: async () => (await client.comparisons.known({ id })).cells,
    enabled: mayReuse && status !== 'running',
    placeholderData: keepPreviousData,
  })
  return (mayReuse && status !== 'running' && data) || NONE
}
