import { MemorySaver } from '@langchain/langgraph'
import { articles, evaluateArithmetic, lookUpArticles } from '@lathe-ai/runtime/tools'
import type { GraphDocument } from '@lathe/contract'
import { exportProject } from '@lathe/graph/export'
import { templates } from '@lathe/graph/templates'
import { expect, test } from 'vitest'
import { importFrom, toolDescriptions, typeErrors, writeProject } from '../testing/exported.ts'

const document = templates.find(({ slug }) => slug === 'assistant')?.document as GraphDocument

type Tool = { invoke: (args: object) => Promise<unknown> }

test('an exported knowledge base returns the articles of the engine in the same order', async () => {
  const { knowledgeLookup } = await importFrom<{ knowledgeLookup: Tool }>(
    writeProject(document),
    'tools.ts',
  )
  const queries = articles.flatMap(({ title, text }) => [
    title,
    ...text.split('. ').map((sentence) => sentence.split(' ').slice(0, 6).join(' ')),
  ])

  for (const query of [...queries, 'nothing whatsoever zzz']) {
    const found = await knowledgeLookup.invoke({ query, limit: 10 })
    expect(found).toEqual(lookUpArticles(query, 10))
  }
  expect(queries.length).toBeGreaterThan(100)
})

test('an exported calculator returns the results of the engine', async () => {
  const folder = writeProject(document)
  const { calculator } = await importFrom<{ calculator: Tool }>(folder, 'tools.ts')

  expect(await calculator.invoke({ expression: '0.1 + 0.2' })).toBe(0.3)
  expect(await calculator.invoke({ expression: 'round(sqrt(2) * 10, 1)' })).toBe(
    evaluateArithmetic('round(sqrt(2) * 10, 1)'),
  )
  await expect(calculator.invoke({ expression: '1 / 0' })).rejects.toThrow('Division by zero')
  await expect(calculator.invoke({ expression: 3 })).rejects.toThrow('schema')
})

/** The example agent with one workspace tool added. */
function withTool(code: string) {
  const own = {
    name: 'word_count',
    description: 'Counts words',
    config: { kind: 'code' as const, code },
  }
  const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
  const tools = [...toolDescriptions, { ...own, schema } as const]
  const nodes = Object.entries(document.nodes).map(([id, node]) =>
    node.kind === 'agent' ? [id, { ...node, tools: ['calculator', own.name] }] : [id, node],
  )
  return { document: { ...document, nodes: Object.fromEntries(nodes) } as GraphDocument, tools }
}

test.each([
  ['a body', 'const { text } = args\nreturn { words: text.split(" ").length }'],
  ['an expression', '({ words: args.text.split(" ").length }) // as they are'],
])('a code tool that is %s runs in the exported project', async (_, code) => {
  const { document, tools } = withTool(code)
  const folder = writeProject(document, 'agent', {}, tools)

  const { wordCount } = await importFrom<{ wordCount: Tool }>(folder, 'tools.ts')

  expect(await wordCount.invoke({ text: 'one two three' })).toEqual({ words: 3 })
  expect(await typeErrors(folder)).toBe('')
})

test('a code tool with a syntax error is listed in the README as missing', () => {
  const { document, tools } = withTool('return {')

  const files = exportProject(document, { name: 'a', slug: 'a', tools })

  const readme = files.find(({ path }) => path === 'README.md')?.text
  expect(readme).toContain('word_count')
})

const conversation = [
  { role: 'user', content: 'Hello' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: '1', name: 'lookup', args: {}, type: 'tool_call' }],
  },
  { role: 'tool', name: 'lookup', content: '42', tool_call_id: '1' },
]

test('an exported question shows a conversation as a transcript and asks in both spellings', async () => {
  const asking: GraphDocument = {
    ...document,
    nodes: {
      sure: { kind: 'ask', message: 'Send?\n{{messages}}', decisions: [{ port: 'yes' }] },
    },
    edges: [
      { from: 'start', to: 'sure' },
      { from: 'sure', when: 'yes', to: 'end' },
    ],
  }
  const folder = writeProject(asking)
  const { graph } = await importFrom<Asking>(folder, 'agent.ts')
  graph.checkpointer = new MemorySaver()

  const { __interrupt__: interrupts } = await graph.invoke(
    { messages: conversation },
    { configurable: { thread_id: '1' } },
  )

  const message = 'Send?\nUser: Hello\n\nAssistant: (calls lookup)\n\nTool lookup: 42'
  const requests = [{ name: 'sure', args: { decision: 'yes' }, description: message }]
  expect(interrupts[0]?.value).toMatchObject({
    kind: 'ask',
    message,
    actionRequests: requests,
    action_requests: requests,
    reviewConfigs: [{ actionName: 'sure', allowedDecisions: ['approve'] }],
    review_configs: [{ action_name: 'sure', allowed_decisions: ['approve'] }],
  })
  expect(await typeErrors(folder)).toBe('')
})

type Asking = {
  graph: {
    checkpointer: unknown
    invoke: (input: object, config: object) => Promise<{ __interrupt__: { value: unknown }[] }>
  }
}
