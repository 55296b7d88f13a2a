import { useQuery } from '@tanstack/react-query'
import { api, client } from '../../../lib/api.ts'
import { useComparison, useWholePlan } from '../comparison-context.ts'

const NONE: ReadonlySet<string> = new Set()

/** Keys of variants that would run something else than what ran: an agent's draft that was edited, say. */
export function useMoved(): ReadonlySet<string> {
  const { detail } = useComparison()
  const { variants } = useWholePlan()
  const { id, status, updatedAt } = detail
  const hasEnded = status === 'done' || status === 'stopped'
  const { data } = useQuery({
    queryKey: [...api.comparisons.outdated.key({ input: { id } }), status, updatedAt],
    queryFn: async () => new Set((await client.comparisons.outdated({ id })).variants),
    enabled: hasEnded && variants.some(({ base }) => base.type === 'agent'),
    staleTime: 0,
  })
  return (hasEnded && data) || NONE
}
