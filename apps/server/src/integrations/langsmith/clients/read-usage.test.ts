import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../../platform/db/schema.ts'
import { appendSpans } from '../../../traces/store/append-spans.ts'
import { makeRun } from '../../../traces/store/span.fixture.ts'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'

describeDatabases('usage that the official client reads back', (db) => {
  const start = useLangsmithServer(db)

  test('a model call returns its detailed usage, reported in outputs or metadata', async () => {
    const { sdk } = await start()
    const { model, root, tool, all: spans } = makeRun()
    const counting = { ...tool, usage: model.usage }
    await appendSpans(db(), DEFAULT_WORKSPACE, [
      ...spans.filter((candidate) => candidate !== tool),
      counting,
    ])

    const run = await sdk().readRun(model.id)

    const input_token_details = { cache_read: 40, cache_creation: 0, audio: 30 }
    const output_token_details = { reasoning: 0, audio: 15 }
    expect(run).toMatchObject({
      prompt_token_details: input_token_details,
      completion_token_details: output_token_details,
      extra: {
        metadata: {
          usage_metadata: {
            input_tokens: 100,
            output_tokens: 20,
            total_tokens: 120,
            input_token_details,
            output_token_details,
          },
        },
      },
    })
    for (const { id } of [root, tool])
      expect(await sdk().readRun(id)).not.toHaveProperty('extra.metadata.usage_metadata')
  })

  test('several model calls return usage summed by category', async () => {
    const { post } = await start()
    const [one, other] = [makeRun(), makeRun()]
    for (const { all: spans } of [one, other]) await appendSpans(db(), DEFAULT_WORKSPACE, spans)

    const stats = await post('/runs/stats', { id: [one.model.id, other.model.id] })

    expect(await stats.json()).toMatchObject({
      run_count: 2,
      prompt_token_details: { cache_read: 80, audio: 60 },
      completion_token_details: { audio: 30 },
    })
  })
})
