import { walkTree } from '@lathe/traces'
import { useMemo } from 'react'
import type { Lens } from '../lens/use-lens.ts'
import { useFind } from '../search/use-find.ts'
import { useFindText } from '../search/use-find-text.ts'

/** The search of the trace, of which the story leaves nothing out; `onGo` is told each hit that is gone to. */
export function useStoryFind(
  { trace, spans, tree }: Lens,
  selectedId: string | undefined,
  onGo: (spanId: string) => void,
) {
  const { find, setFind } = useFindText()
  const { found = none, isSearching, error } = useFind(trace.id, spans, find)
  const order = useMemo(() => walkTree(tree).map(({ span }) => span.id), [tree])
  const hits = useMemo(() => order.flatMap((id, at) => (found.has(id) ? [at] : [])), [order, found])
  const step = (by: 1 | -1) => {
    const from = order.indexOf(selectedId ?? '')
    const next = by > 0 ? hits.find((at) => at > from) : hits.findLast((at) => at < from)
    const hit = order[next ?? (by > 0 ? hits[0] : hits.at(-1)) ?? -1]
    if (hit !== undefined) onGo(hit)
  }
  const field = {
    value: find,
    onChange: setFind,
    at: hits.findIndex((at) => order[at] === selectedId) + 1,
    count: hits.length,
    isSearching,
    hasFailed: error !== null,
    onStep: step,
  }
  return { field, found }
}

const none: ReadonlySet<string> = new Set()
