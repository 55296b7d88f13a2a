import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertFormerExchange, Exchange, GraphDocument, ReplaySettings } from '@lathe/contract'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { runRequest, startHarness } from '../../testing/run-harness.ts'
import { calculator } from '../../tools/built-in.ts'

const Kept = z.object({
  document: GraphDocument,
  input: z.record(z.string(), z.json()),
  output: z.json(),
  exchanges: z.array(z.preprocess(convertFormerExchange, Exchange)),
})

/** Must not be recorded again: it represents recordings that users have. */
const kept = Kept.parse(
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../testing/recording-2026-11.json'), 'utf8'),
  ),
)

const settings = ReplaySettings.parse({})

const harness = () =>
  startHarness({ tools: [calculator], connection: { baseUrl: 'http://127.0.0.1:9/v1' } })

test('a recording of an earlier version still replays', async () => {
  const { run } = await harness()
  const { document, input, exchanges } = kept

  const again = await run(runRequest(document, input, { replay: { exchanges, settings } }))

  expect(again.outcome).toMatchObject({ type: 'success', output: kept.output })
  expect(again.exchanges.every(({ servedBy }) => servedBy === 'recording')).toBe(true)
})

test('a truncated recording reports the missing call and uses no network', async () => {
  const { run, mockProvider } = await harness()
  const { document, input, exchanges } = kept

  for (let length = 0; length < exchanges.length; length++) {
    const replay = { exchanges: exchanges.slice(0, length), settings }
    const { outcome } = await run(runRequest(document, input, { replay }))
    if (outcome.type !== 'error') continue
    expect(outcome.error).toMatchObject({ code: 'RECORDING_MISS', details: { requested: {} } })
  }

  const { outcome } = await run(
    runRequest(document, input, { replay: { exchanges: [], settings } }),
  )
  expect(outcome).toMatchObject({ type: 'error', error: { code: 'RECORDING_MISS' } })
  expect(mockProvider.requests).toHaveLength(0)
})
