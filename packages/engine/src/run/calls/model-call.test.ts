import { Exchange, RunEventBody, SpanDetail } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { oneModel } from '../../testing/documents.ts'
import { eventsOf, ofKind, runRequest, startHarness } from '../../testing/run-harness.ts'
import { calculator } from '../../tools/built-in.ts'

describe('a model call', () => {
  test('streams tokens, and its span has the whole answer', async () => {
    const { run } = await startHarness({ script: [{ reply: 'Tides come from the moon.' }] })

    const recorded = await run(runRequest(oneModel(), { topic: 'Tides?' }))

    expect(recorded.outcome).toMatchObject({
      type: 'success',
      output: { text: 'Tides come from the moon.' },
    })
    const [model] = ofKind(recorded, 'model')
    expect(model).toMatchObject({
      name: 'demo-fast',
      provider: 'demo',
      node: 'write',
      superstep: 1,
      status: 'success',
      firstTokenAt: expect.any(Number),
      usage: { input: expect.any(Number), output: expect.any(Number) },
      inputs: { messages: [{ role: 'user', content: 'Tides?' }] },
      outputs: {
        message: { role: 'assistant', content: 'Tides come from the moon.', id: model?.id },
        finishReason: 'stop',
      },
    })
    const tokens = eventsOf(recorded, 'token')
    expect(tokens.map(({ text }) => text).join('')).toBe('Tides come from the moon.')
    expect(new Set(tokens.map(({ spanId }) => spanId))).toEqual(new Set([model?.id]))
    expect(eventsOf(recorded, 'message')).toMatchObject([{ spanId: model?.id, node: 'write' }])
  })

  test('records a model call as an exchange with its address', async () => {
    const { run } = await startHarness({ script: [{ reply: 'Yes.' }] })

    const { exchanges, spans } = await run(runRequest(oneModel(), { topic: 'Tides?' }))

    expect(exchanges).toMatchObject([
      {
        kind: 'model',
        name: 'demo-fast',
        spanId: spans.find(({ kind }) => kind === 'model')?.id,
        address: { path: ['write'], superstep: 1, branch: null, ordinal: 0 },
        attempt: 1,
        error: null,
        content: { type: 'http', response: { status: 200 } },
      },
    ])
    expect(JSON.stringify(exchanges)).not.toContain('sk-canary')
  })

  test('prices a model call by model and usage', async () => {
    const { run } = await startHarness({
      script: [{ reply: 'Yes.' }],
      deps: {
        prices: () => (model, usage) => ({
          total: usage.output * 3,
          input: 0,
          output: usage.output * 3,
          priceId: model,
        }),
      },
    })

    const recorded = await run(runRequest(oneModel(), { topic: 'Tides?' }))

    const [model] = ofKind(recorded, 'model')
    expect(model?.cost).toMatchObject({ priceId: 'demo-fast' })
    const cost = (model?.usage?.output ?? 0) * 3
    expect(recorded.outcome.totals).toEqual({
      usage: model?.usage,
      costNanos: cost,
      pricedNanos: cost,
      unpriced: 0,
    })
  })

  test('writes spans, events and exchanges in the form of the contract', async () => {
    const { run } = await startHarness({ tools: [calculator] })

    const recorded = await run(runRequest(oneModel(), { topic: 'Tides?' }))

    expect(RunEventBody.array().parse(recorded.events)).toEqual(recorded.events)
    expect(SpanDetail.array().parse(recorded.spans)).toEqual(recorded.spans)
    expect(Exchange.array().parse(recorded.exchanges)).toEqual(recorded.exchanges)
  })
})
