import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeRun, NOON } from '../../../traces/store/span.fixture.ts'
import { audioSides } from './0066-audio-sides.ts'
import { cachedAudio } from './0069-cached-audio.ts'
import { keptTraces } from './0076-kept-traces.ts'
import { payloadBlocks } from './0082-payload-blocks.ts'
import { usageDetails } from './0087-usage-details.ts'
import { columnTypes } from './column-types.ts'

const HOUR = 3_600_000_000

describeDatabases('audio of before its sides were told apart', (db, engine) => {
  const before = async () => {
    const old = db() as unknown as Kysely<unknown>
    // Columns keep the order in which migrations added them: an open database remembers it.
    for (const index of ['started_at', 'status_started_at'])
      await old.schema.dropIndex(`traces_workspace_id_${index}_idx`).execute()
    for (const column of ['environment', 'waited_micros', 'waited_before_token_micros'])
      await old.schema.alterTable('traces').dropColumn(column).execute()
    for (const table of ['spans', 'traces', 'rollups'])
      for (const count of ['usage_cached_write_1h', 'usage_unattributed'])
        await old.schema.alterTable(table).dropColumn(count).execute()
    for (const table of ['traces', 'rollups'])
      await old.schema.alterTable(table).dropColumn('unmetered').execute()
    await old.schema.dropTable('payload_blocks').execute()
    for (const table of ['spans', 'traces'])
      await old.schema.alterTable(table).dropColumn('payload_blocks').execute()
    await old.schema.dropTable('pinned_traces').execute()
    await old.schema.dropIndex('traces_workspace_id_stored_at_idx').execute()
    await old.schema.alterTable('traces').dropColumn('stored_at').execute()
    for (const table of ['spans', 'traces', 'rollups'])
      for (const count of ['usage_audio_input', 'usage_audio_output', 'usage_audio_cached'])
        await old.schema.alterTable(table).dropColumn(count).execute()
    const prices = old.schema.alterTable('model_prices')
    await prices.dropColumn('audio_output_nanos').execute()
    await prices.dropColumn('audio_cached_nanos').execute()
    await prices.renameColumn('audio_input_nanos', 'audio_nanos').execute()
    return old
  }

  test('keeps its count and its price, and nobody says which side it was of', async () => {
    const { client } = createTestApp(db())
    const { model, all } = makeRun()
    await appendSpans(db(), DEFAULT_WORKSPACE, all)
    await client.models.setPrice({
      pattern: 'practice-1',
      input: 1e9,
      output: 2e9,
      audioInput: 9e9,
      audioOutput: 5e9,
    })
    const old = await before()

    await audioSides(old, columnTypes(engine))
    await cachedAudio(old, columnTypes(engine))
    await keptTraces(old, columnTypes(engine))
    await payloadBlocks(old, columnTypes(engine))
    await usageDetails(old, columnTypes(engine))
    const traces = old.schema.alterTable('traces')
    await traces
      .addColumn('environment', 'text', (c) => c.notNull().defaultTo('production'))
      .execute()
    for (const wait of ['waited_micros', 'waited_before_token_micros'])
      await traces.addColumn(wait, 'bigint', (c) => c.notNull().defaultTo(0)).execute()

    const read = async () => await client.traces.get({ id: model.traceId })
    const range = { from: NOON - HOUR, to: NOON + HOUR }
    const { audioInput: _in, audioOutput: _out, ...untold } = model.usage ?? {}
    const found = await read()
    expect(found.spans.find(({ id }) => id === model.id)?.usage).toStrictEqual(untold)
    const known = { audio: 45, audioInput: 0, audioOutput: 0 }
    expect(found.trace.usage).toMatchObject(known)
    expect((await client.metrics.series(range)).total.usage).toMatchObject(known)
    expect(await client.models.prices({})).toMatchObject([{ audioInput: 9e9, audioOutput: 9e9 }])
    const nulls = sql`select 1 from spans where usage_audio_input is not null`
    expect((await nulls.execute(db())).rows).toEqual([])

    await appendSpans(db(), DEFAULT_WORKSPACE, [model])

    const told = { audio: 45, audioInput: 30, audioOutput: 15 }
    expect((await read()).trace.usage).toMatchObject(told)
    expect((await client.metrics.series(range)).total.usage).toMatchObject(told)
  })
})
