import { describe, expect, test } from 'vitest'
import { graph, modelNode, oneModel } from '../../testing/documents.ts'
import { eventsOf, ofKind, runRequest, startHarness } from '../../testing/run-harness.ts'
import { writerAgents, caller, outcomeCode } from './agent-calls.fixture.ts'

describe('a question inside a called agent', () => {
  const asking = graph({
    state: { topic: { type: 'string' }, text: { type: 'string' } },
    nodes: {
      write: modelNode('{{topic}}'),
      check: {
        kind: 'ask',
        message: 'Keep it?',
        decisions: [{ port: 'yes' }, { port: 'no' }],
        writes: { text: 'decision' },
      },
    },
    edges: ['start > write', 'write > check', 'check.yes > end', 'check.no > end'],
  })

  test('pauses the run, which resumes at the question', async () => {
    const { run } = await startHarness()
    const request = runRequest(caller(), { topic: 'tides' }, { calledAgents: writerAgents(asking) })

    const paused = await run(request)
    const [interrupt] = paused.outcome.type === 'interrupted' ? paused.outcome.interrupts : []
    const answers = { [interrupt?.id ?? '']: { kind: 'ask', decision: 'no', values: {} } } as const
    const done = await run({ ...request, start: { type: 'answers', answers } })

    expect(interrupt).toMatchObject({ kind: 'ask', node: 'delegate/check', message: 'Keep it?' })
    expect(ofKind(paused, 'agent').map(({ name, status }) => [name, status])).toEqual([
      ['The agent', 'interrupted'],
      ['delegate', 'interrupted'],
    ])
    expect(done.outcome).toMatchObject({ type: 'success', output: { text: 'no' } })
    expect(ofKind(done, 'model')).toEqual([])
    expect(done.exchanges).toMatchObject([
      { kind: 'human', address: { path: ['delegate', 'check'], within: [{ superstep: 1 }] } },
    ])
  })
})

describe('limits of a run in a called agent', () => {
  test('a spent budget stops between two steps of the agent, from which the run resumes', async () => {
    const { run } = await startHarness()
    const two = graph({
      state: { topic: { type: 'string' }, text: { type: 'string' } },
      nodes: { write: modelNode('{{topic}}'), polish: modelNode('Polish {{text}}') },
      edges: ['start > write', 'write > polish', 'polish > end'],
    })
    const request = runRequest(caller(), { topic: 'tides' }, { calledAgents: writerAgents(two) })

    const stopped = await run({ ...request, budget: { tokens: 1 } })
    const done = await run({ ...request, start: { type: 'continue' }, attempt: 2 })

    expect(outcomeCode(stopped)).toBe('BUDGET_EXCEEDED')
    expect(ofKind(stopped, 'model').map(({ node }) => node)).toEqual(['delegate/write'])
    expect(done.outcome.type).toBe('success')
    expect(ofKind(done, 'model').map(({ node }) => node)).toEqual(['delegate/polish'])
  })

  test('a loop in the agent ends at the step limit of the run', async () => {
    const { run } = await startHarness()
    const endless = graph({
      state: { topic: { type: 'string' }, text: { type: 'string', default: '' } },
      nodes: {
        turn: { kind: 'set', values: { text: { value: 'x' } } },
        go: {
          kind: 'branch',
          decide: { by: 'rules', rules: [{ port: 'out', when: 'text === "y"' }] },
          else: 'on',
        },
      },
      edges: ['start > turn', 'turn > go', 'go.out > end', 'go.on > turn'],
    })

    const recorded = await run(
      runRequest(
        caller(),
        { topic: 'x' },
        { calledAgents: writerAgents(endless), budget: { steps: 20 } },
      ),
    )

    expect(outcomeCode(recorded)).toBe('RECURSION_LIMIT')
    expect(recorded.outcome).toMatchObject({ error: { node: 'delegate' } })
  })

  test('the timeout of the call ends the work of the agent', async () => {
    const { run } = await startHarness()
    const slow = oneModel({ model: { connection: 'demo', name: 'demo-slow' } })

    const recorded = await run(
      runRequest(caller({ timeoutMs: 60 }), { topic: 'x' }, { calledAgents: writerAgents(slow) }),
    )

    expect(recorded.outcome).toMatchObject({
      type: 'error',
      error: { code: 'TIMEOUT', node: 'delegate' },
    })
  })
})

test('a retried call resumes at the step that failed', async () => {
  const { run } = await startHarness()
  const flaky = graph({
    state: { topic: { type: 'string' }, text: { type: 'string' }, more: { type: 'string' } },
    output: ['text'],
    nodes: {
      write: modelNode('{{topic}}'),
      fail: {
        kind: 'code',
        code: 'if (Math.random() >= 0) throw new Error("broken")\nreturn { more: "" }',
        writes: ['more'],
      },
    },
    edges: ['start > write', 'write > fail', 'fail > end'],
  })
  const retry = { attempts: 3, initialMs: 1, factor: 1, maxMs: 1 }

  const recorded = await run(
    runRequest(caller({ retry }), { topic: 'x' }, { calledAgents: writerAgents(flaky) }),
  )

  const ended = eventsOf(recorded, 'node-end').map(({ node, status }) => `${node} ${status}`)
  expect(ended).toEqual([
    'delegate/write success',
    'delegate/fail error',
    'delegate error',
    'delegate/fail error',
    'delegate error',
    'delegate/fail error',
    'delegate error',
  ])
  expect(eventsOf(recorded, 'retry')).toMatchObject([
    { node: 'delegate', attempt: 2, of: 3 },
    { node: 'delegate', attempt: 3, of: 3 },
  ])
  expect(recorded.outcome).toMatchObject({ error: { code: 'CODE_ERROR', node: 'delegate/fail' } })
})
