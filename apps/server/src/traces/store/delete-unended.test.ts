import { newId } from '@lathe/engine/ids'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { now } from '../../platform/time.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from './append-spans.ts'
import { deleteTraces } from './delete-trace.ts'
import { counts, rollups } from '../metrics/rollups.fixture.ts'
import { makeRun, ms, tokens } from './span.fixture.ts'

const PROGRAM = { source: 'langsmith' } as const
const ways = [
  ['retention', true],
  ['somebody', false],
] as const

describeDatabases('traces deleted before their end', (db) => {
  /** The root never ends; its children have ended. */
  const begun = () => {
    const { all, root, model, tool } = makeRun()
    const open = { ...root, status: 'running', endedAt: null } as const
    return { root, open, model, tool, spans: all.map((span) => (span === root ? open : span)) }
  }
  const store = (spans: Parameters<typeof appendSpans>[2]) =>
    appendSpans(db(), DEFAULT_WORKSPACE, spans, PROGRAM)

  test.each(ways)(
    'a trace deleted before its end by %s is counted once even if it is ingested again',
    async (_who, isExpired) => {
      const { spans, root } = begun()
      await store(spans)
      const counted = await rollups(db())

      for (const _time of [1, 2]) {
        await deleteTraces(db(), DEFAULT_WORKSPACE, [root.traceId], { isExpired })
        await store(spans)
      }

      expect(await rollups(db())).toEqual(counted)
    },
  )

  test.each(ways)(
    'a trace deleted before its end by %s counts its run when that ends',
    async (_who, isExpired) => {
      const { spans, root } = begun()
      await store(spans)
      const before = await counts(db())
      await deleteTraces(db(), DEFAULT_WORKSPACE, [root.traceId], { isExpired })

      // A file with the root's end, which is before the deletion.
      await store(spans.map((span) => (span.id === root.id ? root : span)))
      await deleteTraces(db(), DEFAULT_WORKSPACE, [root.traceId], { isExpired })
      await store(spans)

      expect(await counts(db())).toEqual({ ...before, run: 1 })
    },
  )

  test('counts spans that end after the deletion', async () => {
    const { spans, open, tool, root } = begun()
    await store(spans)
    const before = await counts(db())
    await deleteTraces(db(), DEFAULT_WORKSPACE, [root.traceId], { isExpired: true })

    await store([open, { ...tool, id: newId(), endedAt: now() + ms(1_000) }])

    expect(await counts(db())).toEqual({ ...before, tool: 2 })
  })

  test('deleting an ended trace again does not change its counts', async () => {
    const { spans, root } = begun()
    const whole = spans.map((span) => (span.id === root.id ? root : span))
    await store(whole)
    const counted = await rollups(db())

    for (const again of [spans, whole]) {
      await deleteTraces(db(), DEFAULT_WORKSPACE, [root.traceId], { isExpired: true })
      await store(again)
    }

    expect(await rollups(db())).toEqual(counted)
  })

  test('counts later spans of a deleted trace of our own run', async () => {
    const { open, tool } = begun()
    await appendSpans(db(), DEFAULT_WORKSPACE, [open])
    await deleteTraces(db(), DEFAULT_WORKSPACE, [open.traceId], { isExpired: false })

    await appendSpans(db(), DEFAULT_WORKSPACE, [tool])

    expect(await counts(db())).toEqual({ tool: 1 })
  })

  test('counts its run with corrections', async () => {
    const { spans, root, model } = begun()
    await store(spans)
    await deleteTraces(db(), DEFAULT_WORKSPACE, [root.traceId], { isExpired: true })
    await store(spans.map((span) => (span.id === root.id ? root : span)))

    await store([{ ...model, usage: tokens(900, 20) }])

    const [run] = (await rollups(db())).filter(({ kind }) => kind === 'run')
    expect(run).toMatchObject({ count: 1, usage_input: 900 })
  })
})
