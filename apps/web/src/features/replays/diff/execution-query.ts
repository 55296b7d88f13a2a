import type { GraphDocument, Trace } from '@lathe/contract'
import type { Execution } from '@lathe/traces'
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../../lib/api.ts'
import { readEvents } from '../../../lib/read-events.ts'

/** A trace with all that was recorded of it, as far as there is something. */
export type Told = Execution & { trace: Trace; graph: GraphDocument | null }

export const executionQuery = (id: string) =>
  queryOptions({ queryKey: ['execution', id], queryFn: ({ signal }) => readExecution(id, signal) })

async function readExecution(id: string, signal: AbortSignal): Promise<Told> {
  const [{ trace, spans }, exchanges] = await Promise.all([
    client.traces.get({ id }),
    client.traces.exchanges({ id }),
  ])
  const { status, error } = trace
  const told = { trace, spans, exchanges, status, error }
  if (trace.runId === null) return { ...told, output: null, states: [], graph: null }
  const [run, graph, events] = await Promise.all([
    client.runs.get({ id: trace.runId }),
    client.runs.graph({ id: trace.runId }),
    readEvents(trace.runId, signal),
  ])
  const states = events.flatMap(({ body }) => (body.type === 'state' ? [body] : []))
  return { ...told, output: run.output, states, graph }
}
