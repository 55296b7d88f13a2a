import type { RunEvent, Span, Trace } from '@lathe/contract'
import { isEnded } from '@lathe/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, client } from '../../lib/api.ts'

/** Text streamed so far, by the id of the model call's span. */
export type LiveText = ReadonlyMap<string, string>

const none: LiveText = new Map()

/** While the trace's run goes on, puts its spans into the cache as they change; gives text still streaming. */
export function useLiveTrace({ id, runId, endedAt }: Trace): LiveText {
  const queryClient = useQueryClient()
  const [text, setText] = useState(none)
  const isLive = runId !== null && endedAt === null

  useEffect(() => {
    if (!isLive) return undefined
    const stop = new AbortController()
    const follow = async () => {
      const streamed = new Map<string, string>()
      let isScheduled = false
      for await (const event of await client.runs.events({ id }, { signal: stop.signal })) {
        applyEvent(queryClient, id, event, streamed)
        if (isScheduled) continue
        isScheduled = true
        requestAnimationFrame(() => {
          isScheduled = false
          setText(new Map(streamed))
        })
      }
      await queryClient.invalidateQueries({ queryKey: api.traces.key() })
    }
    follow().catch((error: unknown) => {
      if (!stop.signal.aborted) {
        console.warn('Live updates stopped', error)
        void queryClient.invalidateQueries({ queryKey: api.traces.get.key({ input: { id } }) })
      }
    })
    return () => stop.abort()
  }, [id, isLive, queryClient])

  return isLive ? text : none
}

function applyEvent(
  queryClient: QueryClient,
  id: string,
  { body }: RunEvent,
  streamed: Map<string, string>,
) {
  if (body.type === 'token' && body.channel === 'text') {
    streamed.set(body.spanId, (streamed.get(body.spanId) ?? '') + body.text)
  }
  if (body.type === 'span') {
    queryClient.setQueryData(api.traces.get.queryKey({ input: { id } }), (old) =>
      old ? { ...old, spans: upsert(old.spans, body.span) } : old,
    )
    if (body.span.endedAt !== null) {
      void queryClient.invalidateQueries({
        queryKey: api.traces.span.key({ input: { traceId: id, spanId: body.span.id } }),
      })
    }
  }
  if (body.type === 'status' && isEnded(body.status)) {
    void queryClient.invalidateQueries({ queryKey: api.traces.get.key({ input: { id } }) })
  }
}

function upsert(spans: Span[], span: Span): Span[] {
  const index = spans.findIndex(({ id }) => id === span.id)
  return index < 0 ? [...spans, span] : spans.with(index, span)
}
