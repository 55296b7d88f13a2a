import type { RunEvent, Span, Trace } from '@lathe/contract'
import { sumSpans } from '@lathe/traces'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { endsRun, type StreamStatus, followEvents } from '../../lib/api/follow-events.ts'
import { type TraceOutline, traceOutlineKey } from './trace-queries.ts'

/** Text streamed so far, by id of the model call's span. */
export type LiveText = ReadonlyMap<string, string>

type LiveTrace = { text: LiveText; link: StreamStatus | undefined }

const notLive: LiveTrace = { text: new Map(), link: undefined }

/**
 * Follows a running trace once it is loaded: writes changed spans to the query cache and returns
 * streaming text.
 */
export function useLiveTrace({ id, runId, endedAt }: Trace, isComplete: boolean): LiveTrace {
  const queryClient = useQueryClient()
  const [live, setLive] = useState(notLive)
  const isLive = isComplete && runId !== null && endedAt === null

  useEffect(() => {
    if (!isLive) return undefined
    const stop = new AbortController()
    const text = new Map<string, string>()
    const position = { after: 0, hasEnded: false }
    void followEvents({
      open: async (after, signal) => client.runs.events({ id, after }, { signal }),
      receive: (events) => {
        for (const event of events) {
          position.after = event.seq
          position.hasEnded ||= endsRun(event)
          collectText(text, event)
        }
        applySpanEvents(queryClient, id, events)
        setLive((current) => ({ ...current, text: new Map(text) }))
      },
      setStreamStatus: (link) => setLive((current) => ({ ...current, link })),
      position: () => position,
      signal: stop.signal,
    }).then(() =>
      stop.signal.aborted
        ? undefined
        : queryClient.invalidateQueries({ queryKey: api.traces.key() }),
    )
    return () => stop.abort()
  }, [id, isLive, queryClient])

  return isLive ? live : notLive
}

function collectText(text: Map<string, string>, { body }: RunEvent) {
  if (body.type !== 'token' || body.channel !== 'text') return
  text.set(body.spanId, (text.get(body.spanId) ?? '') + body.text)
}

function applySpanEvents(queryClient: QueryClient, id: string, events: readonly RunEvent[]) {
  const changed = events.flatMap(({ body }) => (body.type === 'span' ? [body.span] : []))
  queryClient.setQueryData<TraceOutline>(traceOutlineKey(id), (current) => {
    if (!current) return current
    const spans = withFirstTokens(mergeSpans(current.spans, changed), events)
    return spans === current.spans
      ? current
      : { ...current, trace: { ...current.trace, ...sumSpans(spans) }, spans }
  })
  for (const span of changed) {
    if (span.endedAt === null) continue
    void queryClient.invalidateQueries({
      queryKey: api.traces.span.key({ input: { traceId: id, spanId: span.id } }),
    })
  }
}

/** A stored span has its first-token time only once it has ended. */
function withFirstTokens(spans: readonly Span[], events: readonly RunEvent[]): readonly Span[] {
  const tokenTimes = new Map<string, number>()
  for (const event of events)
    if (event.body.type === 'token' && !tokenTimes.has(event.body.spanId))
      tokenTimes.set(event.body.spanId, event.at)
  const spansWithToken = spans.flatMap((span) => {
    const firstTokenAt = tokenTimes.get(span.id)
    return firstTokenAt === undefined || span.firstTokenAt !== null
      ? []
      : [{ ...span, firstTokenAt }]
  })
  return mergeSpans(spans, spansWithToken)
}

/** Replaces changed spans in place and appends new ones. */
function mergeSpans(spans: readonly Span[], changed: readonly Span[]): readonly Span[] {
  if (changed.length === 0) return spans
  const byId = new Map(spans.map((span) => [span.id, span]))
  for (const span of changed) byId.set(span.id, span)
  return [...byId.values()]
}
