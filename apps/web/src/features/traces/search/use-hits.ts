import type { TraceHit } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api, client } from '../../../lib/api.ts'

/** Where spans of a trace carry the text, once for each of their parts; empty until it is found. */
export function useHits(traceId: string, text: string) {
  const q = text.trim()
  const { data, isFetching, error } = useQuery({
    queryKey: api.traces.find.key({ type: 'query', input: { id: traceId, q } }),
    queryFn: async ({ signal }) => {
      const hits: TraceHit[] = []
      for await (const found of await client.traces.find({ id: traceId, q }, { signal }))
        hits.push(...found)
      return hits
    },
    enabled: q !== '',
    staleTime: 30_000,
  })
  return { hits: data ?? none, isFetching, error }
}

const none: readonly TraceHit[] = []
