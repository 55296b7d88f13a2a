import type { Span, TraceHit } from '@lathe/contract'
import { matchesSpan } from '@lathe/traces'
import { useQuery } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { api, client } from '../../../lib/api.ts'

/** A single letter is in everything. */
const SHORTEST = 2
const PAUSE_MS = 250

/** What matches by name at once, and by what it carries as the server finds it. */
export function useFind(traceId: string, spans: readonly Span[], given: string) {
  const text = given.trim()
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  const isAsked = settled.length >= SHORTEST && settled === text
  const { data, isFetching, error } = useQuery({
    queryKey: api.traces.find.key({ type: 'query', input: { id: traceId, q: settled } }),
    queryFn: async ({ signal }) => {
      const hits: TraceHit[] = []
      for await (const found of await client.traces.find({ id: traceId, q: settled }, { signal }))
        hits.push(...found)
      return hits
    },
    enabled: isAsked,
    staleTime: 30_000,
  })
  const excerpts = useMemo(
    () => new Map((isAsked ? (data ?? []) : []).map(({ spanId, excerpt }) => [spanId, excerpt])),
    [data, isAsked],
  )
  const found = useMemo(() => {
    if (text === '') return undefined
    const query = text.toLowerCase()
    return new Set([
      ...spans.filter((span) => matchesSpan(span, query)).map(({ id }) => id),
      ...excerpts.keys(),
    ])
  }, [text, spans, excerpts])
  return { found, excerpts, isSearching: isFetching || settled !== text, error }
}
