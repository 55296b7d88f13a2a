import { expect, test } from 'vitest'
import type { Interrupt, Json, ToolDecision } from '@lathe/contract'
import { graph } from '../testing/documents.ts'
import { memoryJournal, runRequest, startHarness } from '../testing/run-harness.ts'
import type { ToolDefinition } from '../tools/definition.ts'
import { HAND_OVER_REASON } from './engine.ts'

const document = graph({
  state: { cents: { type: 'number' }, receipt: { type: 'object' } },
  nodes: {
    pay: {
      kind: 'tool',
      tool: 'charge',
      args: { cents: { expression: 'cents' } },
      writes: 'receipt',
    },
  },
  edges: ['start > pay', 'pay > end'],
})

/** Returns a run that was handed over in the middle of a call, and the harness that resumes it. */
async function stoppedInTheMiddle() {
  const handOver = new AbortController()
  const charged: Json[] = []
  const charge: ToolDefinition = {
    name: 'charge',
    description: 'Charges a card',
    schema: { type: 'object', properties: { cents: { type: 'number' } } },
    effect: 'write',
    async run({ cents }, { signal }) {
      charged.push(cents ?? null)
      if (charged.length > 1) return { cents: cents ?? null }
      handOver.abort(HAND_OVER_REASON)
      signal.throwIfAborted()
      return null
    },
  }
  const journal = memoryJournal()
  const { run } = await startHarness({ tools: [charge], deps: { writes: () => journal } })
  const request = runRequest(document, { cents: 500 })
  await run(request, { signal: handOver.signal })
  const paused = await run({ ...request, start: { type: 'continue' }, attempt: 2 })
  const interrupts: Interrupt[] =
    paused.outcome.type === 'interrupted' ? paused.outcome.interrupts : []
  const decide = (decision: ToolDecision) => {
    const answers = {
      [interrupts[0]?.id ?? '']: { kind: 'approval' as const, decisions: [decision] },
    }
    return run({ ...request, start: { type: 'answers', answers }, totals: paused.outcome.totals })
  }
  return { charged, interrupts, decide }
}

test('an interrupted write is not repeated but pauses the run with a question', async () => {
  const { charged, interrupts } = await stoppedInTheMiddle()

  expect(interrupts).toMatchObject([
    {
      kind: 'approval',
      node: 'pay',
      isUnconfirmed: true,
      calls: [{ name: 'charge', args: { cents: 500 } }],
    },
  ])
  expect(charged).toEqual([500])
})

test('an interrupted write is repeated if a person denies that it happened', async () => {
  const { charged, decide } = await stoppedInTheMiddle()

  const { outcome } = await decide({ type: 'approve' })

  expect(outcome).toMatchObject({ type: 'success', output: { receipt: { cents: 500 } } })
  expect(charged).toEqual([500, 500])
})

test('a result that a person enters becomes the result of the write, in the recording too', async () => {
  const { charged, decide } = await stoppedInTheMiddle()

  const told = await decide({ type: 'respond', result: { cents: 1 } })

  expect(told.outcome).toMatchObject({ type: 'success', output: { receipt: { cents: 1 } } })
  expect(told.exchanges.filter(({ kind }) => kind === 'tool')).toMatchObject([
    { name: 'charge', content: { request: { cents: 500 }, result: { cents: 1 } } },
  ])
  expect(charged).toEqual([500])
})

test('a rejected write fails with the reason', async () => {
  const { charged, decide } = await stoppedInTheMiddle()

  const { outcome } = await decide({ type: 'reject', reason: 'Refunded' })

  expect(outcome).toMatchObject({ type: 'error', error: { message: 'Refunded', node: 'pay' } })
  expect(charged).toEqual([500])
})
