import type { TraceHit } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api, client } from '../../../lib/api.ts'

/** A single letter is in everything. */
const SHORTEST = 2

/** Where spans of a trace carry the text, once for each of their parts; empty until it is long enough and found. */
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
    enabled: q.length >= SHORTEST,
    staleTime: 30_000,
  })
  return { hits: data ?? none, isFetching, error }
}

const none: readonly TraceHit[] = []
