import { type JsonObject, type SpanDetail, isJsonObject } from '@lathe/contract'
import type { Db } from '../platform/db/db.ts'
import { findSpan } from '../traces/query/read-details.ts'
import { batchTraceIds, type TraceChoice } from '../traces/query/list/list-ids.ts'
import type { Put } from './write-examples.ts'

/** Maximum traces per request. */
const MOST = 10_000

type Lifted = { put: Put[]; skipped: number }

/** Creates examples from inputs and outputs, oldest first. Skips traces without inputs. */
export async function liftTraces(
  db: Db,
  workspaceId: string,
  choice: TraceChoice,
  { spanId, splits }: { spanId?: string | undefined; splits: string[] },
): Promise<Lifted> {
  const put: Put[] = []
  let seen = 0
  for await (const ids of batchTraceIds(db, workspaceId, choice)) {
    const roots = await rootsOf(db, workspaceId, ids)
    for (const id of ids) {
      seen += 1
      const root = spanId ?? roots.get(id)
      const span = root === undefined ? undefined : await findSpan(db, workspaceId, id, root)
      if (span?.inputs != null) put.push({ ...toPut(span), traceId: id, splits })
    }
    if (seen >= MOST) break
  }
  return { put: put.toReversed(), skipped: seen - put.length }
}

async function rootsOf(db: Db, workspaceId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('traces')
    .select(['id', 'root_id'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row.root_id ?? undefined]))
}

const toPut = ({ id, inputs, outputs }: SpanDetail): Put => ({
  inputs: isJsonObject(inputs) ? inputs : ({ input: inputs ?? null } satisfies JsonObject),
  reference: outputs ?? null,
  metadata: {},
  spanId: id,
})
