import { toIso } from '@lathe/traces'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeSpan, ms, NOON, tokens } from '../../../traces/store/span.fixture.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { queryRuns } from '../runs/query-runs.ts'
import { selectRuns } from '../runs/load-runs.ts'
import { queryConditions } from '../runs/read-run-pages.ts'
import { rootsIn } from './filter-conditions.ts'
import { parseFilter } from './parse-filter.ts'

const w = DEFAULT_WORKSPACE

/** Inserts a root with a model call and a failed tool call, and a second root. */
async function insertRuns(db: Db) {
  const root = makeSpan({ name: 'root', tags: ['a_b%'], endedAt: NOON + ms(9_000) })
  const child = { traceId: root.traceId, parentId: root.id }
  const ask = makeSpan({
    ...child,
    name: 'ask',
    kind: 'model',
    startedAt: NOON + ms(1_000),
    usage: tokens(30, 12),
  })
  const error = { code: 'INTERNAL' as const, message: 'No', retryable: false }
  const look = makeSpan({ ...child, name: 'look', kind: 'tool', status: 'error', error })
  const other = makeSpan({ name: 'other', tags: ['aXb'], startedAt: NOON - ms(1) })
  await appendSpans(db, w, [root, ask, look], { threadId: 'talk' })
  await appendSpans(db, w, [other])
  await db
    .insertInto('feedback')
    .values({
      workspace_id: w,
      id: uuidv7(),
      span_id: ask.id,
      trace_id: root.traceId,
      key: 'good',
      score: '1',
      source: '{"type":"api"}',
      created_at: 0,
      modified_at: 0,
    })
    .execute()
  return { root, ask, look, other }
}

describeDatabases('SQL conditions of a filter', (db) => {
  test('SQL conditions accept every matching run, and are exact for these filters', async () => {
    const { root } = await insertRuns(db())
    const isoTime = (millis: number) => toIso(NOON + ms(millis))
    for (const [filter, names] of [
      [`eq(trace_id, "${root.traceId}")`, ['ask', 'look', 'root']],
      [`in(parent_run_id, ["${root.id}"])`, ['ask', 'look']],
      ['eq(name, "ask")', ['ask']],
      ['in(run_type, ["llm", "tool"])', ['ask', 'look']],
      ['eq(run_type, "nothing")', []],
      ['eq(status, "error")', ['look']],
      ['neq(error, null)', ['look']],
      ['eq(error, null)', ['ask', 'other', 'root']],
      ['eq(error, true)', ['look']],
      ['neq(error, false)', ['look']],
      ['eq(error, false)', ['ask', 'other', 'root']],
      ['neq(error, true)', ['ask', 'other', 'root']],
      ['gt(start_time, "2026-11-20")', ['ask', 'look', 'other', 'root']],
      ['gt(start_time, "2026-11-21")', []],
      ['and(gte(start_time, "2026-11-20"), lt(end_time, "2026-11-21"), eq(name, "ask"))', ['ask']],
      [`gt(start_time, "${isoTime(0)}")`, ['ask']],
      [`lte(start_time, "${isoTime(-1)}")`, ['other']],
      ['gt(latency, "1.5s")', ['root']],
      ['lt(latency, 0.5)', ['ask']],
      ['gte(total_tokens, 42)', ['ask', 'root']],
      ['has(tags, "a_b%")', ['root']],
      ['eq(thread_id, "talk")', ['ask', 'look', 'root']],
      ['and(eq(feedback_key, "good"), eq(feedback_score, 1))', ['ask']],
      ['or(eq(name, "ask"), and(eq(status, "error"), eq(run_type, "tool")))', ['ask', 'look']],
    ] as const) {
      const query = { filter, order: 'desc', limit: 9 } as const
      let rows = selectRuns(db(), w)
      for (const condition of queryConditions(query)) rows = rows.where(condition)
      const { runs } = await queryRuns({ db: db(), workspaceId: w, baseUrl: 'http://lathe' }, query)

      const sqlNames = (await rows.execute()).map(({ name }) => name).sort()
      const found = runs.map(({ name }) => name).sort()
      expect({ filter, asked: sqlNames, found }).toEqual({ filter, asked: names, found: names })
    }
  })

  test('SQL tests root and tree filters on the runs of the trace', async () => {
    await insertRuns(db())
    const findNames = async (filters: { traceFilter?: string; treeFilter?: string }) => {
      const query = { ...filters, order: 'desc', limit: 9 } as const
      let rows = selectRuns(db(), w)
      for (const condition of queryConditions(query)) rows = rows.where(condition)
      return (await rows.execute()).map(({ name }) => name).sort()
    }

    expect(await findNames({ traceFilter: 'eq(name, "ask")' })).toEqual([])
    expect(await findNames({ treeFilter: 'eq(name, "ask")' })).toEqual(['ask', 'look', 'root'])
    expect(await findNames({ traceFilter: 'eq(name, "other")' })).toEqual(['other'])
  })
})

describe('root-only filters', () => {
  test.each([
    ['eq(is_root, true)', true],
    ['and(eq(name, "x"), eq(is_root, "true"))', true],
    ['eq(execution_order, 1)', true],
    ['eq(is_root, false)', false],
    ['neq(is_root, true)', undefined],
    ['or(eq(is_root, true), eq(name, "x"))', undefined],
  ])('rootsIn(%s) is %s', (filter, isRoot) => {
    expect(rootsIn(parseFilter(filter))).toBe(isRoot)
  })
})
