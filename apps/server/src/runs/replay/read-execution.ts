import type { Execution, StateEvent } from '@lathe/traces'
import type { Queries } from '../../platform/db/db.ts'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import { listExchanges } from '../../traces/store/exchanges.ts'
import { findTrace } from '../../traces/query/read-traces.ts'
import { readEvents } from './read-events.ts'

/** Reads the stored execution of a run. Undefined if its trace was deleted. */
export async function readExecution(
  db: Queries,
  workspaceId: string,
  runId: string,
): Promise<Execution | undefined> {
  const [run, trace, exchanges] = await Promise.all([
    db
      .selectFrom('runs')
      .select(['status', 'output', 'error'])
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', runId)
      .executeTakeFirst(),
    findTrace(db, workspaceId, runId),
    listExchanges(db, workspaceId, runId),
  ])
  if (!run || !trace) return undefined
  const states = await listStates(db, runId)
  const { status } = run
  const [output, error] = [fromJsonOrNull(run.output), fromJsonOrNull(run.error)]
  return { status, output, error, exchanges, states, spans: trace.spans }
}

async function listStates(db: Queries, runId: string): Promise<StateEvent[]> {
  const states: StateEvent[] = []
  for await (const body of readEvents(db, runId)) if (body.type === 'state') states.push(body)
  return states
}
