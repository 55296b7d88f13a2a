import type { Queries } from '../db.ts'
import type { Portable } from '../portable.ts'
import { keyOf, payloadParts } from '../payloads/payloads.ts'
import { loadPayloads } from '../payloads/read-payloads.ts'
import { logSkipped } from './skip-unreadable.ts'
import type { LexemeWorker, Part } from './lexeme-worker.ts'

const COLUMNS = [
  's.trace_id',
  's.id',
  's.ended_at',
  's.name',
  's.model',
  's.error',
  's.payload_blocks',
] as const

type Source = { outside: Queries; portable: Portable; worker: LexemeWorker }

/** Reads stored spans in one query and splits their texts into words, in groups. */
export async function readParts(
  { outside, portable, worker }: Source,
  workspaceId: string,
  spans: readonly [string, string][],
): Promise<Part[]> {
  const rows = await outside
    .selectFrom('spans as s')
    .select(COLUMNS)
    .where('s.workspace_id', '=', workspaceId)
    .where((eb) => portable.isOnePair([eb.ref('s.trace_id'), eb.ref('s.id')], spans))
    .orderBy('s.id')
    .execute()
  // A damaged payload skips its own span only.
  const damaged = new Set<string>()
  const payloads = await loadPayloads(outside, workspaceId, rows, ({ id }, cause) => {
    logSkipped(`span ${id}`, cause)
    damaged.add(id)
  })
  const readable = rows.filter(({ id }) => !damaged.has(id))
  return await worker.splitStored(
    readable.map((row) => {
      const payload = payloads.get(keyOf({ traceId: row.trace_id, id: row.id }))
      return {
        traceId: row.trace_id,
        spanId: row.id,
        isEnded: row.ended_at !== null,
        name: row.name,
        model: row.model,
        error: row.error,
        payloads: payloadParts.map((part) => payload?.[part] ?? null),
      }
    }),
  )
}
