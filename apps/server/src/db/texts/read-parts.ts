import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queries } from '../db.ts'
import { fromJson } from '../json.ts'
import { unpack } from '../packed-json.ts'
import type { Portable } from '../portable.ts'
import { wordsOf } from './handed-texts.ts'
import { toVectors } from './lexemes.ts'
import { readable } from './readable.ts'
import { textOf } from './span-text.ts'
import type { HandedSpan } from './text-index.ts'

/** Some words of a span, or all of them. */
export type Part = { traceId: string; spanId: string; vector: Uint8Array }

type Source = { outside: Queries; portable: Portable }

/** Several spans a question: each question is a way to the database and back. */
export async function readParts(
  { outside, portable }: Source,
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
  return rows.flatMap((row): Part[] => {
    const parts = () => {
      const payloads = [row.inputs, row.outputs, row.events, row.metadata].map(
        (packed) => packed && unpack(packed),
      )
      const text = textOf([row.name, row.model, row.error && fromJson(row.error), ...payloads])
      return partsOf(row.trace_id, row.id, text)
    }
    return readable(`span ${row.id}`, parts) ?? []
  })
}

/** Once Postgres has been told what to do meanwhile. */
export async function partsOfHanded(spans: readonly HandedSpan[]): Promise<Part[]> {
  await nextTurn()
  return spans.flatMap(
    (span) =>
      readable(`span ${span.spanId}`, () => partsOf(span.traceId, span.spanId, wordsOf(span))) ??
      [],
  )
}

const partsOf = (traceId: string, spanId: string, text: string): Part[] =>
  toVectors(text).map((vector) => ({ traceId, spanId, vector }))
