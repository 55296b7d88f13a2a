import { describe, expect, test } from 'vitest'
import { calculatesAndSays, calculatingAgent, calculation } from '../../testing/documents.ts'
import { eventsOf, ofKind, runRequest, startHarness } from '../../testing/run-harness.ts'
import { calculator } from '../../tools/built-in.ts'

describe('an agent with tools', () => {
  const agent = calculatingAgent()
  const input = calculation
  const script = calculatesAndSays('It is 42.')

  test('records model and tool calls under the agent node, in order', async () => {
    const { run } = await startHarness({ tools: [calculator], script })

    const recorded = await run(runRequest(agent, input))

    const [node] = ofKind(recorded, 'chain')
    expect(node).toMatchObject({ name: 'assistant', parentId: ofKind(recorded, 'agent')[0]?.id })
    expect(
      recorded.spans
        .filter(({ parentId }) => parentId === node?.id)
        .map(({ kind, name, status }) => [kind, name, status]),
    ).toEqual([
      ['model', 'demo-fast', 'success'],
      ['tool', 'calculator', 'success'],
      ['model', 'demo-fast', 'success'],
    ])
    expect(ofKind(recorded, 'tool')).toMatchObject([
      { inputs: { expression: '6 * 7' }, outputs: 42, node: 'assistant' },
    ])
    expect(recorded.outcome.totals.usage.output).toBe(
      ofKind(recorded, 'model').reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0),
    )
  })

  test('reports a tool call at its start and end', async () => {
    const { run } = await startHarness({ tools: [calculator], script })

    const recorded = await run(runRequest(agent, input))

    const calls = eventsOf(recorded, 'tool-call')
    expect(calls).toMatchObject([
      { phase: 'start', name: 'calculator', args: { expression: '6 * 7' } },
      { phase: 'end', result: 42 },
    ])
    expect(calls[0]?.toolCallId).toBe(calls[1]?.toolCallId)
    expect(eventsOf(recorded, 'token').map(({ channel }) => channel)).toContain('tool-args')
  })

  test('reports a tool message before the next tokens, with its id in the conversation', async () => {
    const { run } = await startHarness({ tools: [calculator], script })

    const recorded = await run(runRequest(agent, input))

    const order = recorded.events.flatMap((event) => {
      if (event.type === 'message') return [event.message.role]
      return event.type === 'token' && event.channel === 'text' ? ['token'] : []
    })
    expect([...new Set(order)]).toEqual(['assistant', 'tool', 'token'])
    const reported = eventsOf(recorded, 'message').map(({ message }) => message)
    expect(eventsOf(recorded, 'state').at(-1)?.channels['messages']).toEqual([
      expect.objectContaining({ role: 'user' }),
      ...reported,
    ])
  })

  test('addresses its calls by the part of the node and their order', async () => {
    const { run } = await startHarness({ tools: [calculator], script })

    const { exchanges } = await run(runRequest(agent, input))

    expect(
      exchanges
        .filter(({ kind }) => kind !== 'world')
        .map(({ kind, address }) => [kind, address.path.join('/'), address.ordinal]),
    ).toEqual([
      ['model', 'assistant/model', 1_000],
      ['tool', 'assistant/tools', 2_000],
      ['model', 'assistant/model', 3_000],
    ])
    expect(exchanges.find(({ kind }) => kind === 'tool')?.content).toEqual({
      type: 'call',
      request: { expression: '6 * 7' },
      result: 42,
    })
  })

  test('treats a failed tool as an answer, and its span has the error', async () => {
    const failing = script.with(0, {
      match: { turn: 0 },
      reply: { toolCalls: [{ name: 'calculator', arguments: { expression: '1 / 0' } }] },
    })
    const { run } = await startHarness({ tools: [calculator], script: failing })

    const recorded = await run(runRequest(agent, input))

    expect(recorded.outcome.type).toBe('success')
    expect(ofKind(recorded, 'tool')).toMatchObject([
      { status: 'error', error: { message: 'Division by zero', node: 'assistant' } },
    ])
    expect(eventsOf(recorded, 'tool-call').map(({ phase }) => phase)).toEqual(['start', 'error'])
  })

  test.each([
    ['an unknown tool', 'subtract', {}, 'There is no tool `subtract`. The tools are: calculator.'],
    [
      'arguments that do not fit',
      'calculator',
      { expression: 4 },
      'The arguments do not fit `calculator`: expression: expected string, got number',
    ],
  ])('records a failed span and event for %s', async (_, name, args, message) => {
    const reply = { toolCalls: [{ name, arguments: args }] }
    const wrong = [{ match: { turn: 0 }, reply }, ...script.slice(1)]
    const { run } = await startHarness({ tools: [calculator], script: wrong })

    const recorded = await run(runRequest(agent, input))

    const error = { code: 'TOOL_ERROR', message, node: 'assistant' }
    expect(recorded.outcome.type).toBe('success')
    expect(ofKind(recorded, 'tool')).toMatchObject([{ name, status: 'error', inputs: args, error }])
    expect(eventsOf(recorded, 'tool-call')).toMatchObject([
      { phase: 'start', name, args },
      { phase: 'error', name, error },
    ])
  })
})
