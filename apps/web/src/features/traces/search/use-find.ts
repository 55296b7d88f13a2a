import type { Span } from '@lathe/contract'
import { matchesSpan } from '@lathe/traces'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { nearHit } from './near-hit.ts'
import { useHits } from './use-hits.ts'

/** Whoever types is not asked for at each letter. */
export const PAUSE_MS = 250

/** What matches by name at once, and by what it carries as the server finds it. */
export function useFind(traceId: string, spans: readonly Span[], given: string) {
  const text = given.trim()
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  const { hits, isFetching, error } = useHits(traceId, settled)
  const excerpts = useMemo(
    () =>
      new Map(
        settled === text ? hits.map(({ spanId, excerpt }) => [spanId, nearHit(excerpt, text)]) : [],
      ),
    [hits, settled, text],
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
