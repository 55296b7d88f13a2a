import type { RunEvent } from '@lathe/contract'
import { queryOptions } from '@tanstack/react-query'
import { client } from './api.ts'

/** All events of a run in order. Only for a run that has ended or waits. */
export const runEventsQuery = (runId: string) =>
  queryOptions({
    queryKey: ['run-events', runId],
    queryFn: ({ signal }) => readEvents(runId, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

export async function readEvents(runId: string, signal: AbortSignal): Promise<RunEvent[]> {
  const run = await client.runs.get({ id: runId })
  const isWaiting = run.status === 'interrupted'
  const events: RunEvent[] = []
  for await (const event of await client.runs.events({ id: runId }, { signal })) {
    events.push(event)
    // A waiting run keeps its stream open.
    if (isWaiting && event.body.type === 'status' && event.body.status === 'interrupted') break
  }
  return events
}
