import { type ExperimentAnswer, isJsonObject } from '@lathe/contract'
import { LANGSMITH_KEY, toUuid } from '@lathe/traces'
import type { Queries } from '../../platform/db/db.ts'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import { toPayload } from '../../platform/db/payloads/payloads.ts'
import { loadPayloads } from '../../platform/db/payloads/read-payloads.ts'
import { activeMs } from '../../traces/query/read-traces.ts'
import { toSpending } from '../../traces/metrics/spending.ts'
import { excerpt, type Telling } from './excerpt.ts'

/** Maximum number of traces per page. */
const MOST_SHOWN = 5_000
/** Payloads to decompress at once. */
const SOME = 250

/** Controls how answers are shortened and counted. */
export type Extent = { telling: Telling; most: number }

export const SHOWN: Extent = { telling: excerpt, most: MOST_SHOWN }

export type Answer = Omit<ExperimentAnswer, 'scores' | 'categories'> & { spanId: string }

/** Lists the root outputs of the traces, oldest first. Skips traces without an example. */
export async function listAnswers(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
  { telling, most }: Extent,
): Promise<{ answers: Answer[]; leftOut: number }> {
  const traces = await db
    .selectFrom('traces')
    .select(['id', 'root_id', 'project_id', 'status', 'started_at', 'ended_at', 'error'])
    .select('waited_micros')
    .select(['usage_input', 'usage_output', 'cost_nanos', 'unpriced', 'unmetered'])
    .where('workspace_id', '=', workspaceId)
    .where('project_id', 'in', ids)
    .where('root_id', 'is not', null)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  const answers: Answer[] = []
  const taken = traces.slice(0, most)
  for (let start = 0; start < taken.length; start += SOME) {
    const some = taken.slice(start, start + SOME)
    const said = await readRoots(
      db,
      workspaceId,
      some.flatMap(({ id, root_id: root }) => (root === null ? [] : [{ id, root }])),
      telling,
    )
    for (const trace of some) {
      const { example, output } = said.get(trace.root_id ?? '') ?? {}
      if (example === undefined) continue
      answers.push({
        experiment: trace.project_id ?? '',
        example,
        traceId: trace.id,
        spanId: trace.root_id ?? '',
        status: trace.status,
        output: output ?? '',
        error: fromJsonOrNull(trace.error)?.message ?? null,
        latencyMs: activeMs(trace),
        tokens: trace.usage_input + trace.usage_output,
        ...toSpending(trace),
      })
    }
  }
  return { answers, leftOut: traces.length - taken.length }
}

async function readRoots(
  db: Queries,
  workspaceId: string,
  roots: readonly { id: string; root: string }[],
  telling: Telling,
) {
  const spans = await db
    .selectFrom('spans')
    .select(['trace_id', 'id', 'payload_blocks'])
    .where('workspace_id', '=', workspaceId)
    .where(
      'trace_id',
      'in',
      roots.map(({ id }) => id),
    )
    .where(
      'id',
      'in',
      roots.map(({ root }) => root),
    )
    .execute()
  const payloads = await loadPayloads(db, workspaceId, spans)
  return new Map(
    [...payloads.values()].map((payload) => {
      const { metadata, outputs } = toPayload(payload)
      const kept = metadata[LANGSMITH_KEY]
      const example = isJsonObject(kept) ? toUuid(kept['reference_example_id']) : undefined
      return [payload.spanId, { example, output: telling(outputs) }]
    }),
  )
}
