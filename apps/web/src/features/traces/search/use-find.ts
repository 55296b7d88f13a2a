import type { Span, TraceMatch } from '@lathe/contract'
import { matchesSpan } from '@lathe/traces'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../../lib/api/api.ts'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'

/** Debounces the search while the user types. */
export const PAUSE_MS = 250

/** Matches span names locally and payloads on the server. */
export function useFind(traceId: string, spans: readonly Span[], query: string) {
  const text = query.trim()
  const [debouncedText] = useDebouncedValue(text, PAUSE_MS)
  const { hits, isFetching, error } = useTextHits(traceId, debouncedText)
  const excerpts = useMemo(
    () =>
      new Map(
        debouncedText === text
          ? hits.map(({ spanId, excerpt }) => [spanId, shortenExcerpt(excerpt, text)])
          : [],
      ),
    [hits, debouncedText, text],
  )
  const foundIds = useMemo(() => {
    if (text === '') return undefined
    const query = text.toLowerCase()
    return new Set([
      ...spans.filter((span) => matchesSpan(span, query)).map(({ id }) => id),
      ...excerpts.keys(),
    ])
  }, [text, spans, excerpts])
  return { foundIds, excerpts, isSearching: isFetching || debouncedText !== text, error }
}

const EXCERPT_CONTEXT = 6

/** Shortens an excerpt for a narrow row so that it starts just before the match. */
export function shortenExcerpt(excerpt: string, text: string): string {
  const matchIndex = excerpt.toLowerCase().indexOf(text.toLowerCase())
  return matchIndex <= EXCERPT_CONTEXT + 1
    ? excerpt
    : `…${excerpt.slice(matchIndex - EXCERPT_CONTEXT)}`
}

/** The span parts that contain the text. Empty until the search returns. */
export function useTextHits(traceId: string, text: string) {
  const q = text.trim()
  const { data, isFetching, error } = useQuery({
    queryKey: api.traces.find.key({ type: 'query', input: { id: traceId, q } }),
    queryFn: async ({ signal }) => {
      const hits: TraceMatch[] = []
      for await (const hit of await client.traces.find({ id: traceId, q }, { signal }))
        hits.push(...hit)
      return hits
    },
    enabled: q !== '',
    staleTime: 30_000,
  })
  return { hits: data ?? noHits, isFetching, error }
}

const noHits: readonly TraceMatch[] = []

const route = getRouteApi('/traces/$traceId')

/** The search text of a trace, kept in the search params and shared by all views. */
export function useFindText() {
  const { find = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  const setFind = (text: string) =>
    whileHere(() =>
      navigate({
        search: (search) => ({ ...search, find: text === '' ? undefined : text }),
        replace: true,
      }),
    )
  return { find, setFind }
}
