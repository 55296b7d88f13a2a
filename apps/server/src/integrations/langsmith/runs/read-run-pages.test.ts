import { toIso } from '@lathe/traces'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { atomic } from '../../../platform/db/atomic.ts'
import type { Db } from '../../../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeSpan, ms, NOON } from '../../../traces/store/span.fixture.ts'
import { queueTexts } from '../../../platform/db/texts/queue-texts.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { queryPlan } from './plan.fixture.ts'
import { queryRuns } from './query-runs.ts'
import { selectNearbyRoots, selectKeys } from './read-run-pages.ts'
import type { RunQuery } from './run-query.ts'

const w = DEFAULT_WORKSPACE
const project = uuidv7()
const otherTraceId = uuidv7()

type Root = { position: number; name?: string; traceId?: string; parentId?: string }

const insert = async (db: Db, projectId: string, runs: Root[]) =>
  await appendSpans(
    db,
    w,
    runs.map(({ position, ...run }) => makeSpan({ ...run, startedAt: NOON + ms(position) })),
    { projectId },
  )

/** Returns the names on each page. */
async function readPages(db: Db, overrides: Partial<RunQuery>) {
  const query: RunQuery = {
    session: [project],
    isRoot: true,
    order: 'desc',
    limit: 2,
    ...overrides,
  }
  const pages: string[][] = []
  let cursor: string | undefined
  do {
    const page = await queryRuns(
      { db, workspaceId: w, baseUrl: 'http://lathe' },
      { ...query, cursor },
    )
    pages.push(page.runs.map(({ name }) => name))
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined)
  return pages
}

describeDatabases('runs by id', (db) => {
  test('runs by id are looked up by index even when the statistics count few traces', async ({
    skip,
  }) => {
    skip(db().engine !== 'sqlite', 'Postgres tells no plan before it has measured')
    const traceId = uuidv7()
    const runs = Array.from({ length: 100 }, (_, position) => ({ position, traceId }))
    await insert(db(), project, runs)
    await sql`analyze`.execute(db())
    const id = Array.from({ length: 100 }, () => uuidv7())

    const keys = selectKeys(
      { db: db(), workspaceId: w },
      { query: { id, order: 'desc', limit: 100 }, after: undefined, size: 101 },
    )

    expect(await queryPlan(db(), keys.compile())).not.toMatch(
      /SEARCH \w+ USING .* \(workspace_id=\?\)/,
    )
  })

  test('runs by id are found in each trace that contains the id', async () => {
    const id = uuidv7()
    const spans = [makeSpan({ id }), makeSpan({ id }), makeSpan()]
    await appendSpans(db(), w, spans, { projectId: project })

    const context = { db: db(), workspaceId: w, baseUrl: 'http://lathe' }
    const { runs } = await queryRuns(context, { id: [id, id, uuidv7()], order: 'asc', limit: 10 })

    expect(new Set(runs.map((run) => run.trace_id))).toEqual(
      new Set(spans.slice(0, 2).map((span) => span.traceId)),
    )
  })
})

describeDatabases('roots of a project', (db) => {
  test('roots of a project are read in index order', async () => {
    const after = { startedAt: NOON, id: uuidv7() }
    for (const order of ['desc', 'asc'] as const)
      for (const query of [
        { session: [project] },
        {
          session: [project, otherTraceId],
          startTime: toIso(NOON - ms(5)),
          endTime: toIso(NOON + ms(5)),
        },
        {},
      ]) {
        const pageRequest = {
          query: { ...query, isRoot: true, order, limit: 100 },
          after,
          size: 101,
        }

        const plan = await queryPlan(
          db(),
          selectNearbyRoots({ db: db(), workspaceId: w }, pageRequest, NOON).compile(),
        )

        expect(plan).toContain('spans_of_roots_started_at_idx')
        expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
      }
  })

  test('an empty id list returns no runs', async () => {
    await insert(db(), project, [{ position: 0 }])

    expect(await readPages(db(), { id: [] })).toEqual([[]])
  })

  test('roots are sorted by start time across traces', async () => {
    const [traceId, parentId] = [uuidv7(), uuidv7()]
    await insert(db(), project, [
      { position: 5, name: 'e', traceId },
      { position: 1, name: 'a', traceId },
      { position: 4, name: 'within', traceId, parentId },
      { position: 3, name: 'c' },
      { position: 3, name: 'd' },
      { position: 2, name: 'b' },
    ])
    await insert(db(), otherTraceId, [{ position: 6 }, { position: 4 }, { position: 2 }])

    expect(await readPages(db(), {})).toEqual([['e', 'd'], ['c', 'b'], ['a']])
    expect(await readPages(db(), { order: 'asc' })).toEqual([['a', 'b'], ['c', 'd'], ['e']])
    const timeRange = { startTime: toIso(NOON + ms(2)), endTime: toIso(NOON + ms(3)) }
    expect(await readPages(db(), timeRange)).toEqual([['d', 'c'], ['b']])
    expect(await readPages(db(), { filter: 'in(name, ["a", "d"])' })).toEqual([['d', 'a']])
  })

  test('roots are found behind any number of roots of other projects', async () => {
    await insert(db(), project, [
      { position: 3_000, name: 'd' },
      { position: 2, name: 'c' },
      { position: 1, name: 'b' },
      { position: 0, name: 'a' },
    ])
    const otherRoots = Array.from({ length: 1_005 }, (_, index) => ({ position: 10 + index }))
    await insert(db(), otherTraceId, otherRoots)

    expect(await readPages(db(), {})).toEqual([
      ['d', 'c'],
      ['b', 'a'],
    ])
    expect(await readPages(db(), { order: 'asc' })).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(await readPages(db(), { limit: 3, startTime: toIso(NOON + ms(1)) })).toEqual([
      ['d', 'c', 'b'],
    ])
  })
})

describeDatabases('all runs of a project', (db) => {
  test('pages of one sort skip runs deleted in between', async () => {
    const traceId = uuidv7()
    const child = { traceId, parentId: traceId }
    await insert(db(), project, [
      { position: 5, name: 'e', traceId },
      { position: 4, name: 'd', ...child },
      { position: 3, name: 'c', ...child },
      { position: 2, name: 'b' },
      { position: 1, name: 'a' },
    ])
    const context = { db: db(), workspaceId: w, baseUrl: 'http://lathe' }
    const query: RunQuery = { session: [project], order: 'desc', limit: 2 }

    const first = await queryRuns(context, query)
    await db().deleteFrom('spans').where('name', '=', 'c').execute()
    const second = await queryRuns(context, { ...query, cursor: first.cursor ?? undefined })

    expect(first.runs.map(({ name }) => name)).toEqual(['e', 'd'])
    expect(second.runs.map(({ name }) => name)).toEqual(['b', 'a'])
    expect(second.cursor).toBeNull()
    expect(await readPages(db(), { isRoot: undefined })).toEqual([
      ['e', 'd'],
      ['b', 'a'],
    ])
  })
})

describeDatabases('payload filters', (db) => {
  const context = () => ({ db: db(), workspaceId: w, baseUrl: 'http://lathe' })
  const insertMatching = async () => {
    const runs = Array.from({ length: 12 }, (_, position) =>
      makeSpan({
        name: `run ${position}`,
        startedAt: NOON + ms(position),
        inputs: {
          question: position === 1 ? 'Where is the lamp?' : `Number ${position}, undoubtedly`,
        },
      }),
    )
    await appendSpans(db(), w, runs, { projectId: project })
    await db().texts.settled()
  }
  const query: RunQuery = { session: [project], order: 'desc', limit: 5 }
  const runNames = ({ runs }: { runs: { name: string }[] }) => runs.map(({ name }) => name)

  test('a payload filter uses the full-text index after too many misses', async () => {
    await insertMatching()
    // May read six of twelve runs. The eleventh matches.
    const limits = { maxBeforeLead: 4, maxScanned: 6 }

    const found = await queryRuns(context(), { ...query, filter: 'search("the lamp")' }, limits)
    const byText = await queryRuns(context(), { ...query, query: 'where is' }, limits)
    const result = await queryRuns(context(), { ...query, filter: 'search("nowhere")' }, limits)

    expect([found, byText, result].map(runNames)).toEqual([['run 1'], ['run 1'], []])
  })

  test('a payload filter ignores a full-text index that is behind', async () => {
    await insertMatching()
    const trace = uuidv7()
    await atomic(db(), queueTexts(db(), w, { trace }))

    const found = queryRuns(
      context(),
      { ...query, filter: 'search("nowhere")' },
      { maxBeforeLead: 4, maxScanned: 6 },
    )

    await expect(found).rejects.toThrow('no match in 6 runs')
  })

  test('a payload filter without matches reports the time at which to continue', async () => {
    await insertMatching()
    const filter = 'eq(input_key, "answer")'

    const search = queryRuns(context(), { ...query, filter }, { maxScanned: 4 })

    await expect(search).rejects.toThrow(`lt(start_time, "${toIso(NOON + ms(8))}")`)
  })

  test('a payload filter returns partial pages at the read limit', async () => {
    await insertMatching()
    const filter = 'search(inputs, "ndoubtedly")'

    const first = await queryRuns(context(), { ...query, limit: 50, filter }, { maxScanned: 6 })
    const cursor = first.cursor ?? ''
    const second = await queryRuns(context(), { ...query, limit: 50, filter, cursor })

    expect([...runNames(first), ...runNames(second)]).toHaveLength(11)
  })
})
