import { HumanMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import {
  Command,
  isInterrupted,
  MemorySaver,
  MessagesValue,
  START,
  StateGraph,
  StateSchema,
} from '@langchain/langgraph'
import { expect, test } from 'vitest'
import { callTo, scriptedModel } from '../testing/scripted-model.ts'
import { createAgent, createToolRunner } from './create-agent.ts'
import type { AgentOptions } from './create-agent.ts'

const add = tool(({ a, b }: { a: number; b: number }) => a + b, {
  name: 'add',
  description: 'Adds',
  schema: {
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
    required: ['a', 'b'],
  },
})

const State = new StateSchema({ messages: MessagesValue })

const thread = { configurable: { thread_id: '1' } }

/** A graph whose only node adds an agent's messages to the conversation. */
function graphWith(options: Pick<AgentOptions, 'model'> & Partial<AgentOptions>) {
  const agent = createAgent({ name: 'helper', tools: [add], ...options })
  return new StateGraph(State)
    .addNode('helper', async ({ messages }) => {
      const { newMessages } = await agent.invoke({ messages })
      return { messages: newMessages }
    })
    .addEdge(START, 'helper')
    .compile({ checkpointer: new MemorySaver() })
}

const resumeWith = (answer: unknown) => new Command<unknown, never, never>({ resume: answer })

const start = { messages: [new HumanMessage('Add 1 and 2')] }

const describe = (messages: readonly BaseMessage[]) =>
  messages.map((message) => `${message.type}: ${message.text}`)

test('an agent calls tools until it answers, with its system prompt in each request', async () => {
  const { model, requests } = scriptedModel(callTo('add', { a: 1, b: 2 }), 'It is 3')
  const graph = graphWith({ model, systemPrompt: 'Be brief.' })

  const { messages } = await graph.invoke(start, thread)

  expect(describe(messages)).toEqual(['human: Add 1 and 2', 'ai: ', 'tool: 3', 'ai: It is 3'])
  expect(requests.map(({ messages: sent }) => sent[0]?.text)).toEqual(['Be brief.', 'Be brief.'])
})

test('an approval pauses the graph with a request in both spellings', async () => {
  const { model } = scriptedModel(callTo('add', { a: 1, b: 2 }), 'It is 3')
  const graph = graphWith({ model, approvals: ['add'] })

  const paused: unknown = await graph.invoke(start, thread)

  const requests = [{ name: 'add', args: { a: 1, b: 2 }, description: 'Adds' }]
  const allowed = ['approve', 'edit', 'reject']
  const [interrupt] = isInterrupted(paused) ? paused.__interrupt__ : []
  expect(interrupt?.value).toMatchObject({
    actionRequests: requests,
    action_requests: requests,
    reviewConfigs: [{ actionName: 'add', allowedDecisions: allowed }],
    review_configs: [{ action_name: 'add', allowed_decisions: allowed }],
  })
})

test.each([
  ['approve', { type: 'approve' }, 'tool: 3', { a: 1, b: 2 }],
  [
    'edit in camelCase',
    { type: 'edit', editedAction: { name: 'add', args: { a: 5, b: 5 } } },
    'tool: 10',
    { a: 5, b: 5 },
  ],
  [
    'edit in snake_case',
    { type: 'edit', edited_action: { name: 'add', args: { a: 5, b: 5 } } },
    'tool: 10',
    { a: 5, b: 5 },
  ],
  ['reject', { type: 'reject', message: 'Not today' }, 'tool: Not today', { a: 1, b: 2 }],
  [
    'reject without a message',
    { type: 'reject' },
    'tool: A human refused this call.',
    { a: 1, b: 2 },
  ],
])('the conversation stays human, ai, tool, ai after %s', async (_, decision, result, args) => {
  const { model } = scriptedModel(callTo('add', { a: 1, b: 2 }), 'Done')
  const graph = graphWith({ model, approvals: ['add'] })
  await graph.invoke(start, thread)

  const { messages } = await graph.invoke(resumeWith({ decisions: [decision] }), thread)

  expect(describe(messages)).toEqual(['human: Add 1 and 2', 'ai: ', result, 'ai: Done'])
  expect(messages[1]).toMatchObject({ tool_calls: [{ name: 'add', args }] })
})

test.each([
  ['no decisions', {}, 'one decision for each of 1 calls'],
  ['an unknown type', { decisions: [{ type: 'maybe' }] }, 'type approve, edit or reject'],
  ['an edit without arguments', { decisions: [{ type: 'edit' }] }, 'editedAction.args'],
])('an answer with %s is rejected', async (_, answer, message) => {
  const { model } = scriptedModel(callTo('add', { a: 1, b: 2 }))
  const graph = graphWith({ model, approvals: ['add'] })
  await graph.invoke(start, thread)

  await expect(graph.invoke(resumeWith(answer), thread)).rejects.toThrow(message)
})

test('a model reads why its arguments do not fit, and why a tool failed', async () => {
  const failing = tool(() => Promise.reject(new Error('offline')), {
    name: 'fail',
    description: 'Fails',
    schema: { type: 'object' },
  })
  const { model } = scriptedModel(
    callTo('add', { a: 'one' }),
    callTo('fail', {}, 'call-2'),
    callTo('other', {}, 'call-3'),
    'Sorry',
  )
  const agent = createAgent({ name: 'helper', model, tools: [add, failing] })

  const { newMessages, text } = await agent.invoke(start)

  expect(text).toBe('Sorry')
  expect(describe(newMessages.filter(({ type }) => type === 'tool'))).toEqual([
    expect.stringMatching(/^tool: The arguments do not fit `add`: /),
    'tool: Error: offline',
    'tool: There is no tool `other`. The tools are: add, fail.',
  ])
})

test('an agent stops at its limits', async () => {
  const calls = [1, 2, 3].map((n) => callTo('add', { a: n, b: n }, `call-${n}`))
  const limited = (limits: AgentOptions['limits']) => {
    const { model } = scriptedModel(...calls)
    return createAgent({ name: 'helper', model, tools: [add], limits: limits ?? {} }).invoke(start)
  }

  await expect(limited({ steps: 2 })).rejects.toMatchObject({ code: 'RECURSION_LIMIT' })
  await expect(limited({ modelCalls: 1 })).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' })
})

test('an agent asks once more for an answer that fits its schema', async () => {
  const { model, requests } = scriptedModel('Three', 'Three!', '{"sum":3}')
  const agent = createAgent<{ sum: number }>({
    name: 'helper',
    model,
    tools: [add],
    responseFormat: {
      name: 'answer',
      strict: true,
      schema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
    },
  })

  const { structuredResponse } = await agent.invoke(start)

  expect(structuredResponse).toEqual({ sum: 3 })
  expect(requests.at(-1)?.messages.at(-1)?.text).toContain('it is not JSON')
})

test('an agent replaces the older part of a long conversation by a summary', async () => {
  const { model } = scriptedModel('They added numbers', 'It is 3')
  const conversation = [1, 2, 3].map(
    (n) => new HumanMessage({ id: `m${n}`, content: `${n} `.repeat(200) }),
  )
  const agent = createAgent({
    name: 'helper',
    model,
    summarize: { afterTokens: 100, keepMessages: 1 },
  })

  const { newMessages } = await agent.invoke({ messages: conversation, conversation })

  expect(newMessages.map(({ type, id }) => (type === 'remove' ? 'remove' : id))).toEqual([
    'remove',
    'helper-summary-0',
    'm3',
    expect.any(String),
  ])
})

test('a tool runner answers the open calls of the last reply', async () => {
  const runner = createToolRunner({ name: 'act', tools: [add] })
  const conversation = [new HumanMessage('Add'), callTo('add', { a: 2, b: 2 })]

  const messages = await runner.invoke(conversation)

  expect(describe(messages)).toEqual(['tool: 4'])
})
