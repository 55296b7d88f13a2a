import type { Queries } from '../db.ts'
import type { Portable } from '../portable.ts'
import type { Lexemes, Part } from './lexemes-apart.ts'

type Source = { outside: Queries; portable: Portable; lexemes: Lexemes }

/** Several spans a question: each question is a way to the database and back. */
export async function readParts(
  { outside, portable, lexemes }: Source,
  workspaceId: string,
  spans: readonly [string, string][],
): Promise<Part[]> {
  const rows = await outside
    .selectFrom('spans as s')
    .leftJoin('span_payloads as p', (join) =>
      join
        .onRef('p.workspace_id', '=', 's.workspace_id')
        .onRef('p.trace_id', '=', 's.trace_id')
        .onRef('p.span_id', '=', 's.id'),
    )
    .select(['s.trace_id', 's.id', 's.name', 's.model', 's.error'])
    .select(['p.inputs', 'p.outputs', 'p.events', 'p.metadata'])
    .where('s.workspace_id', '=', workspaceId)
    .where((eb) => portable.isAnyPair([eb.ref('s.trace_id'), eb.ref('s.id')], spans))
    .orderBy('s.id')
    .execute()
  return await lexemes.ofStored(
    rows.map((row) => ({
      traceId: row.trace_id,
      spanId: row.id,
      name: row.name,
      model: row.model,
      error: row.error,
      payloads: [row.inputs, row.outputs, row.events, row.metadata],
    })),
  )
}
