import { GraphDocument } from '@lathe/contract'
import { expect, test } from 'vitest'
import { collect } from '../../../testing/executor-harness.ts'
import { calculating, describeLanggraphClients } from '../../../testing/langgraph-harness.ts'

const question = { question: 'Shall we?' }
const sum = {
  messages: [{ role: 'user', content: 'What is 2 + 3?' }],
}
type Paused = { __interrupt__: { id: string; value: Record<string, unknown> }[] }

const askQuestion = (message: string) => ({
  kind: 'ask',
  message,
  decisions: [{ port: 'ok' }],
  writes: { said: 'values.said' },
})

/** Asks two questions at once. */
const createTwoQuestions = () =>
  GraphDocument.parse({
    format: 1,
    state: {
      question: { type: 'string' },
      said: { type: 'array', reducer: 'append', default: [] },
    },
    input: ['question'],
    output: ['said'],
    nodes: { left: askQuestion('Left?'), right: askQuestion('Right?') },
    edges: [
      { from: 'start', to: 'left' },
      { from: 'start', to: 'right' },
      { from: 'left', when: 'ok', to: 'end' },
      { from: 'right', when: 'ok', to: 'end' },
    ],
  })

/** A conversation that asks a question. */
const talking = () =>
  GraphDocument.parse({
    format: 1,
    state: { messages: { type: 'messages' }, answer: { type: 'string', default: '' } },
    input: ['messages'],
    output: ['messages', 'answer'],
    nodes: {
      check: {
        kind: 'ask',
        message: 'Shall we?',
        decisions: [{ port: 'yes' }, { port: 'no' }],
        writes: { answer: 'decision' },
      },
    },
    edges: [
      { from: 'start', to: 'check' },
      { from: 'check', when: 'yes', to: 'end' },
      { from: 'check', when: 'no', to: 'end' },
    ],
  })

describeLanggraphClients('people in the loop', (start) => {
  test('a client reads a question and resumes the run with the answer', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()

    const paused = (await sdk.runs.wait(threadId, 'ask', { input: question })) as Paused
    const thread = await sdk.threads.get(threadId)
    const state = await sdk.threads.getState(threadId)
    const chunks = await collect(
      sdk.runs.stream(threadId, 'ask', { command: { resume: 'yes' }, streamMode: 'values' }),
    )

    const [interrupt] = paused.__interrupt__
    expect(interrupt?.value).toMatchObject({ kind: 'ask', message: 'Shall we?' })
    expect(thread).toMatchObject({
      status: 'interrupted',
      interrupts: { [interrupt?.id ?? '']: [interrupt] },
    })
    expect(state).toMatchObject({
      next: ['check'],
      tasks: [{ name: 'check', interrupts: [interrupt] }],
    })
    expect(chunks[0]?.event).toBe('metadata')
    expect(chunks.at(-1)?.data).toEqual({ question: 'Shall we?', answer: 'yes' })
  })

  test('an interrupt contains the JSON Schema of its answer', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    await sdk.runs.wait(threadId, 'ask', { input: question })

    const { interrupts } = await sdk.threads.get(threadId)
    const { tasks } = await sdk.threads.getState(threadId)

    const schema = {
      properties: { decision: { oneOf: [{ const: 'yes', title: 'yes' }] } },
      required: ['decision'],
    }
    expect(Object.values(interrupts).flat()).toMatchObject([{ response_schema: schema }])
    expect(tasks).toMatchObject([{ interrupts: [{ response_schema: schema }] }])
  })

  test.each([
    ['ids', (id: string) => ({ [id]: { decision: 'yes' } })],
    ['the format of the workbench', () => ({ kind: 'ask', decision: 'yes', values: {} })],
  ])('a client can answer by %s', async (_, answer) => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    const paused = (await sdk.runs.wait(threadId, 'ask', { input: question })) as Paused

    const resume = answer(paused.__interrupt__[0]?.id ?? '')
    const ended = await sdk.runs.wait(threadId, 'ask', { command: { resume } })

    expect(ended).toMatchObject({ answer: 'yes' })
  })

  test('a client approves and edits a tool call in the format of LangChain', async () => {
    const { sdk } = await start(calculating)
    const { thread_id: threadId } = await sdk.threads.create()

    const paused = (await sdk.runs.wait(threadId, 'approve', { input: sum })) as Paused
    const editedAction = { name: 'calculator', args: { expression: '40 + 2' } }
    const resume = { decisions: [{ type: 'edit', editedAction }] }
    const ended = await sdk.runs.wait(threadId, 'approve', { command: { resume } })

    expect(paused.__interrupt__[0]?.value).toMatchObject({
      actionRequests: [{ name: 'calculator', args: { expression: '2 + 3' } }],
      action_requests: [{ name: 'calculator', args: { expression: '2 + 3' } }],
      reviewConfigs: [{ actionName: 'calculator' }],
      review_configs: [
        { action_name: 'calculator', allowed_decisions: ['approve', 'edit', 'reject'] },
      ],
    })
    expect(ended).toMatchObject({
      messages: [
        { type: 'human' },
        { type: 'ai', tool_calls: [{ args: { expression: '40 + 2' } }] },
        { type: 'tool', content: expect.stringContaining('42') },
        { type: 'ai', content: 'It is 5.' },
      ],
    })
  })

  test('a pending question appears as a tool call in the conversation', async () => {
    const { sdk, publish } = await start()
    await publish('talk', talking())
    const { thread_id: threadId } = await sdk.threads.create()
    const input = { messages: [{ role: 'user', content: 'Please send it.' }] }

    const paused = await sdk.runs.wait(threadId, 'talk', { input })
    const [thread, state] = [await sdk.threads.get(threadId), await sdk.threads.getState(threadId)]
    const decisions = [{ type: 'reject', message: 'No' }]
    const ended = await sdk.runs.wait(threadId, 'talk', { command: { resume: { decisions } } })

    const expected = [
      { type: 'human' },
      {
        type: 'ai',
        content: expect.stringContaining('Shall we?'),
        tool_calls: [{ name: 'check', args: { decision: 'yes' } }],
      },
    ]
    expect(paused).toMatchObject({ messages: expected })
    expect(thread.values).toMatchObject({ messages: expected })
    expect(state.values).toMatchObject({ messages: expected })
    expect(ended).toMatchObject({ messages: [{ type: 'human' }], answer: 'no' })
  })

  test('a client can send a new message while a question is pending', async () => {
    const { sdk, publish } = await start()
    await publish('talk', talking())
    const { thread_id: threadId } = await sdk.threads.create()
    const input = { messages: [{ role: 'user', content: 'Please send it.' }] }
    const paused = (await sdk.runs.wait(threadId, 'talk', { input })) as {
      messages: { tool_calls?: { id: string }[] }[]
    }
    const toolCallId = paused.messages.at(-1)?.tool_calls?.[0]?.id

    const secondResult = await sdk.runs.wait(threadId, 'talk', {
      input: {
        messages: [
          { type: 'tool', tool_call_id: toolCallId, content: 'Successfully handled tool call.' },
          { type: 'human', content: 'Or not?' },
        ],
      },
    })

    expect(secondResult).toMatchObject({
      messages: [{ type: 'human' }, { type: 'human', content: 'Or not?' }, { type: 'ai' }],
    })
  })

  test('several pending questions can only be answered by id', async () => {
    const { sdk, publish } = await start()
    await publish('twice', createTwoQuestions())
    const { thread_id: threadId } = await sdk.threads.create()
    const answer = (resume: unknown) => sdk.runs.wait(threadId, 'twice', { command: { resume } })
    const paused = (await sdk.runs.wait(threadId, 'twice', { input: question })) as Paused
    const findId = (message: string) =>
      paused.__interrupt__.find(({ value }) => value['message'] === message)?.id ?? ''
    const leftAnswer = { [findId('Left?')]: { decision: 'ok', said: ['left'] } }
    const rightAnswer = { [findId('Right?')]: { decision: 'ok', said: ['right'] } }

    await expect(answer({ decision: 'ok' })).rejects.toMatchObject({ status: 422 })
    await expect(answer({ decision: 'ok' })).rejects.toThrow('2 interrupts are pending')
    const partial = await answer(rightAnswer)
    await expect(answer(rightAnswer)).rejects.toMatchObject({ status: 409 })
    const result = await answer(leftAnswer)

    expect(partial).toMatchObject({ __interrupt__: [{ id: findId('Left?') }] })
    expect(result).toMatchObject({ said: ['left', 'right'] })
  })

  test('a command to the end drops a question', async () => {
    const { sdk, publish } = await start()
    await publish('talk', talking())
    const { thread_id: threadId } = await sdk.threads.create()
    const input = { messages: [{ role: 'user', content: 'Please send it.' }] }
    await sdk.runs.wait(threadId, 'talk', { input })

    // agent-chat-ui also sends an empty input.
    const command = { goto: '__end__' }
    const ended = await sdk.runs.wait(threadId, 'talk', { input: {}, command })

    expect(ended).toEqual({ messages: [expect.objectContaining({ type: 'human' })] })
    expect(await sdk.threads.getState(threadId)).toMatchObject({ next: [], tasks: [] })
    expect(await sdk.threads.get(threadId)).toMatchObject({ status: 'idle', interrupts: {} })
  })

  test('a state update to the end drops a question', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    await sdk.runs.wait(threadId, 'ask', { input: question })

    await sdk.threads.updateState(threadId, { values: null, asNode: '__end__' })

    expect(await sdk.threads.getState(threadId)).toMatchObject({ next: [], tasks: [] })
    expect(await sdk.threads.get(threadId)).toMatchObject({ status: 'idle', interrupts: {} })
  })

  test('an answer to an interrupt that is not pending is rejected', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    await sdk.runs.wait(threadId, 'ask', { input: question })

    const resume = { ['0'.repeat(32)]: 'yes' }
    const rejection = sdk.runs.wait(threadId, 'ask', { command: { resume } })

    await expect(rejection).rejects.toMatchObject({ status: 409 })
    await expect(rejection).rejects.toThrow('unknown or already answered')
    expect((await sdk.threads.get(threadId)).status).toBe('interrupted')
  })

  test('new input drops pending questions', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    await sdk.runs.wait(threadId, 'ask', { input: question })

    const paused = (await sdk.runs.wait(threadId, 'ask', {
      input: { question: 'Or this?' },
    })) as Paused

    expect(paused.__interrupt__).toMatchObject([{ value: { message: 'Or this?' } }])
    expect(await sdk.runs.list(threadId)).toHaveLength(2)
  })

  test('breakpoints pause a run before and after a node', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()

    const paused = await sdk.runs.wait(threadId, 'set', { input: question, interruptBefore: '*' })
    const state = await sdk.threads.getState(threadId)
    const ended = await sdk.runs.wait(threadId, 'set', { input: null })

    expect(paused).toEqual({ ...question, __interrupt__: [] })
    expect(state).toMatchObject({ next: ['reply'], tasks: [{ interrupts: [] }] })
    expect(ended).toMatchObject({ answer: 'done: Shall we?' })
  })

  test('a client can branch from a checkpoint with other input', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    await sdk.runs.wait(threadId, 'set', { input: question })
    const history = await sdk.threads.getHistory(threadId)
    const checkpoint = history.find(({ next }) => next.includes('reply'))?.checkpoint

    const chunks = await collect(
      sdk.runs.stream(threadId, 'set', {
        input: { question: 'Or not?' },
        streamMode: 'values',
        ...(checkpoint && { checkpoint }),
      }),
    )

    expect(chunks.at(-1)?.data).toEqual({ question: 'Or not?', answer: 'done: Or not?' })
    expect((await sdk.threads.getHistory(threadId)).length).toBeGreaterThan(history.length)
  })

  test('a command redirects a run and can write state', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    await sdk.runs.wait(threadId, 'set', { input: question })

    const command = { update: { question: 'Or this?' }, goto: 'reply' }
    const chunks = await collect(
      sdk.runs.stream(threadId, 'set', { command, streamMode: ['updates', 'values'] }),
    )
    const writtenResult = await sdk.runs.wait(threadId, 'set', {
      command: { update: { answer: 'by hand' } },
    })

    expect(chunks.filter(({ event }) => event === 'updates')).toMatchObject([
      { data: { reply: { answer: 'done: Or this?' } } },
    ])
    expect(chunks.at(-1)?.data).toEqual({ question: 'Or this?', answer: 'done: Or this?' })
    expect(writtenResult).toEqual({ question: 'Or this?', answer: 'by hand' })
  })

  test('a command that skips a question drops it', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    await sdk.runs.wait(threadId, 'ask', { input: question })

    const paused = (await sdk.runs.wait(threadId, 'ask', {
      command: { update: { question: 'Or this?' } },
    })) as Paused

    expect(paused.__interrupt__).toMatchObject([{ value: { message: 'Or this?' } }])
  })

  test.each([
    ['an unknown node', { goto: 'nowhere' }, 'no node `nowhere`'],
    ['an unknown channel', { update: { nothing: 1 } }, 'no such channel'],
    ['a `Send`', { goto: { node: 'reply', input: {} } }, 'A `Send` in `goto`'],
    ['an answer as well', { resume: 'yes', goto: 'check' }, 'beside `resume`'],
  ])('a command that names %s is rejected', async (_, command, message) => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    const agent = 'resume' in command ? 'ask' : 'set'
    await sdk.runs.wait(threadId, agent, { input: question })

    const rejection = sdk.runs.wait(threadId, agent, { command })

    await expect(rejection).rejects.toMatchObject({ status: 422 })
    await expect(rejection).rejects.toThrow(message)
  })

  test('a command on a thread without runs is rejected', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()

    const rejection = sdk.runs.wait(threadId, 'set', { command: { goto: 'reply' } })

    await expect(rejection).rejects.toThrow('this thread has no runs')
  })

  test('an answer that does not match the schema is rejected', async () => {
    const { sdk } = await start()
    const { thread_id: threadId } = await sdk.threads.create()
    await sdk.runs.wait(threadId, 'ask', { input: question })

    const invalidResume = sdk.runs.wait(threadId, 'ask', { command: { resume: 'perhaps' } })

    await expect(invalidResume).rejects.toMatchObject({ status: 422 })
    await expect(invalidResume).rejects.toThrow('expected one of yes')
  })
})
