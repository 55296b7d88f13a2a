import type { Span, Trace } from '@lathe/contract'
import {
  buildTree,
  criticalPath,
  type PathPart,
  partsBySpan,
  spanRange,
  type SpanNode,
  type TimeRange,
} from '@lathe/traces'
import { useMemo, useState, useCallback } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { useNow } from '../../../lib/browser/use-now.ts'
import { useIsSilent } from '../../../lib/format/is-silent.ts'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'

/** The data that all trace views share. */
export type TraceViewModel = {
  trace: Trace
  spans: readonly Span[]
  tree: readonly SpanNode[]
  range: TimeRange
  /** Microseconds. Constant once every span has ended or the trace is stale. */
  now: number
  /** Whether open spans are considered abandoned. */
  isSilent: boolean
  /** The critical path by span. Empty until all spans are loaded. */
  parts: ReadonlyMap<string, readonly PathPart[]>
}

/** Refresh interval of running durations: longer for traces with many spans. */
const LIVE_MS = 250
const LIVE_MS_LARGE = 2_000
const LARGE_TRACE = 5_000
const STATIC_MS = 3_600_000

const noParts: TraceViewModel['parts'] = new Map()

type UseTraceViewModel = { trace: Trace; spans: readonly Span[]; isComplete: boolean }

export function useTraceViewModel({ trace, spans, isComplete }: UseTraceViewModel): TraceViewModel {
  const isOpen = useMemo(() => spans.some((span) => span.endedAt === null), [spans])
  const isSilent = useIsSilent(trace)
  const live = useNow(
    !isOpen || isSilent ? STATIC_MS : spans.length > LARGE_TRACE ? LIVE_MS_LARGE : LIVE_MS,
  )
  const now = !isOpen ? 0 : isSilent ? trace.lastReceivedAt : live.getTime() * 1_000
  const tree = useMemo(() => {
    const roots = buildTree(spans)
    // Hide orphans while the trace loads: their parents may follow.
    return isComplete ? roots : roots.filter((root) => !root.isOrphan)
  }, [spans, isComplete])
  const range = useMemo(() => spanRange(spans, now), [spans, now])
  const parts = useMemo(
    () => (isComplete ? partsBySpan(criticalPath(tree, range, now)) : noParts),
    [tree, range, now, isComplete],
  )
  return useMemo(
    () => ({ trace, spans, tree, range, now, isSilent, parts }),
    [trace, spans, tree, range, now, isSilent, parts],
  )
}

const emptySet: ReadonlySet<string> = new Set()

/** Folding state that is kept when the view changes. */
export function useFoldState() {
  const [folded, setFolded] = useState(emptySet)
  const [withPlumbing, setWithPlumbing] = useState(false)
  /** Expanded transcript items. */
  const [opened, setOpened] = useState(emptySet)
  const toggleSpan = useCallback((spanId: string, isExpanded: boolean) => {
    setFolded((current) => {
      const next = new Set(current)
      if (isExpanded) next.delete(spanId)
      else next.add(spanId)
      return next
    })
  }, [])
  return useMemo(
    () => ({ folded, setFolded, toggleSpan, withPlumbing, setWithPlumbing, opened, setOpened }),
    [folded, toggleSpan, withPlumbing, opened],
  )
}

export type FoldState = ReturnType<typeof useFoldState>

const route = getRouteApi('/traces/$traceId')

/** Selects a span in the search params, so every view has the same selection. */
export function useSelectSpan(): (spanId: string) => void {
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  return useCallback(
    (spanId) =>
      whileHere(() =>
        navigate({ search: (search) => ({ ...search, span: spanId }), replace: true }),
      ),
    [navigate, whileHere],
  )
}
