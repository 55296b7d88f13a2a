import { mergePartsById, toIso } from '@lathe/traces'
import * as fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { createIngestBatch } from '../ingest/ingest-batch.ts'
import { createIngest } from '../ingest/ingest.ts'
import { readRunOrThrow } from '../../testing/langsmith-runs.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { createPartSerializer, type SerializedPart, withSearchText } from './serialized-part.ts'
import { findSpan } from '../query/read-details.ts'
import { findTrace } from '../query/read-traces.ts'

const START = Date.UTC(2026, 10, 20, 12) * 1_000

/** A chain, a model call and a tool call, each posted and then patched. */
function makeParts(): { traceId: string; parts: SerializedPart[] } {
  const ids = Array.from({ length: 3 }, () => v7())
  const [traceId = ''] = ids
  // Covers how small and large bodies are read.
  const [carry, carryPacked] = [createPartSerializer(), createPartSerializer(withSearchText)]
  const parts = ids.flatMap((id, index) => {
    const address = {
      id,
      trace_id: traceId,
      name: `step ${index}`,
      run_type: ['chain', 'llm', 'tool'][index] ?? 'chain',
      parent_run_id: index === 0 ? null : traceId,
      start_time: toIso(START + index * 1_000),
      session_name: 'any order',
    }
    const begun = {
      ...address,
      inputs: { text: `asked ${index}` },
      outputs: {},
      events: [],
      tags: ['first'],
      extra: { metadata: { thread_id: 'talk', posted: index, nested: { post: true } } },
    }
    const ended = {
      ...address,
      parent_run_id: null,
      end_time: toIso(START + 2_000_000 + index),
      outputs: { usage_metadata: { input_tokens: 7, output_tokens: index }, text: 'said' },
      extra: {
        metadata: {
          thread_id: 'talk',
          ls_model_name: 'm',
          patched: index,
          nested: { patch: true },
        },
      },
      tags: [],
      ...(index === 2 && { error: 'Error: no such tool\n    at call (tool.js:1:1)' }),
    }
    return [carry(readRunOrThrow(begun)), carryPacked(readRunOrThrow(ended))]
  })
  return { traceId, parts }
}

describeDatabases('partial spans', (db) => {
  const ingest = () =>
    createIngest({
      db: db(),
      prices: { of: async () => () => ({ total: 3, input: 1, output: 2, priceId: 'p' }) },
      queueBytes: 1_000_000,
    })

  async function stored(traceId: string) {
    const found = await findTrace(db(), DEFAULT_WORKSPACE, traceId)
    const spans = await Promise.all(
      (found?.spans ?? []).map(({ id }) => findSpan(db(), DEFAULT_WORKSPACE, traceId, id)),
    )
    return { trace: found?.trace, spans }
  }

  const anonymous = (value: unknown, ids: string[]) =>
    ids.reduce((text, id, index) => text.replaceAll(id, `id-${index}`), JSON.stringify(value))

  const idsOf = (parts: SerializedPart[]) => [...new Set(parts.map(({ id }) => id))]

  test('partial spans produce the same trace in any order, batches and repetition', async () => {
    const orders = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6, maxLength: 6 })
    const again = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 })
    const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 10, maxLength: 10 })
    let expected: string | undefined
    await fc.assert(
      fc.asyncProperty(orders, again, sizes, async (order, repeats, cuts) => {
        const { traceId, parts } = makeParts()
        const sent = [...order, ...repeats].flatMap((index) => parts[index] ?? [])
        for (const size of cuts) {
          await ingest().store({ ...createIngestBatch('langsmith'), parts: sent.splice(0, size) })
        }
        const told = anonymous(await stored(traceId), idsOf(parts))
        expected ??= told
        expect(JSON.parse(told)).toEqual(JSON.parse(expected))
      }),
      { numRuns: 25 },
    )
    expect(expected).toContain('"nested":{')
    expect(expected).toContain('"cost":3')
  })

  test('partial spans count once in the totals of their trace', async () => {
    const { traceId, parts } = makeParts()
    for (const part of [...parts, ...parts, ...mergePartsById(parts)])
      await ingest().store({ ...createIngestBatch('langsmith'), parts: [part] })
    const { trace, spans } = await stored(traceId)
    expect(trace).toMatchObject({ spanCount: 3, usage: { input: 7, output: 1 }, cost: 3 })
    expect(spans.map((span) => span?.status)).toEqual(['success', 'success', 'error'])
    const rollups = await db().selectFrom('rollups').select('count').execute()
    expect(rollups.reduce((sum, row) => sum + row.count, 0)).toBe(3)
  })
})
