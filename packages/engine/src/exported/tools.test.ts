import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GraphDocument } from '@lathe/contract'
import { exportProject } from '@lathe/graph/export'
import { asReadable } from '@lathe/graph/compile'
import { templates } from '@lathe/graph/templates'
import { expect, test } from 'vitest'
import { evaluateArithmetic } from '../tools/arithmetic.ts'
import { articles } from '../tools/knowledge/articles.ts'
import { lookUp } from '../tools/knowledge-lookup.ts'
import { importFrom, toolDescriptions, typeErrors, writeProject } from '../testing/exported.ts'

const document = templates.find(({ slug }) => slug === 'assistant')?.document as GraphDocument
const project = () => exportProject(document, { name: 'a', slug: 'a', tools: toolDescriptions })
const textOf = (path: string) => project().find((file) => file.path === path)?.text

test.each(['arithmetic.ts', 'search-term.ts'])('tools/%s is the one the engine runs', (file) => {
  const own = readFileSync(join(import.meta.dirname, '../tools', file), 'utf8')

  expect(textOf(`tools/${file}`)).toBe(own)
})

test('the knowledge base finds what the engine finds, in the same order', async () => {
  const { lookUp: exported } = await importFrom<{ lookUp: typeof lookUp }>(
    writeProject(document),
    'tools/knowledge.ts',
  )
  const queries = articles.flatMap(({ title, text }) => [
    title,
    ...text.split('. ').map((sentence) => sentence.split(' ').slice(0, 6).join(' ')),
  ])

  for (const query of [...queries, 'nothing whatsoever zzz', '']) {
    const found = exported(query, 10).map(({ title }) => title)
    expect(found).toEqual(lookUp(query, 10).map(({ title }) => title))
  }
  expect(queries.length).toBeGreaterThan(100)
})

test('the calculator gives what the engine gives', async () => {
  const folder = writeProject(document)
  const { calculator } = await importFrom<{
    calculator: { invoke: (args: object) => Promise<unknown> }
  }>(folder, 'tools.ts')

  expect(await calculator.invoke({ expression: '0.1 + 0.2' })).toBe(0.3)
  expect(await calculator.invoke({ expression: 'round(sqrt(2) * 10, 1)' })).toBe(
    evaluateArithmetic('round(sqrt(2) * 10, 1)'),
  )
  await expect(calculator.invoke({ expression: '1 / 0' })).rejects.toThrow('Division by zero')
  await expect(calculator.invoke({ expression: 3 })).rejects.toThrow('schema')
})

/** The example agent, with a tool of the workspace more. */
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
])('a code tool that is %s goes with the project and does the same there', async (_, code) => {
  const { document: own, tools } = withTool(code)
  const folder = writeProject(own, 'agent', {}, tools)

  type Counter = { invoke: (args: object) => Promise<unknown> }
  const { wordCount } = await importFrom<{ wordCount: Counter }>(folder, 'tools.ts')

  expect(await wordCount.invoke({ text: 'one two three' })).toEqual({ words: 3 })
  expect(await typeErrors(folder)).toBe('')
})

test('a code tool that cannot be read is left to whoever takes the project', () => {
  const { document: own, tools } = withTool('return {')

  const files = exportProject(own, { name: 'a', slug: 'a', tools })

  const readme = files.find(({ path }) => path === 'README.md')?.text
  expect(readme).toContain('word_count')
})

test('a conversation reads in an exported question as it does in Lathe', async () => {
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
  const said = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: '', toolCalls: [{ id: '1', name: 'lookup', args: {} }] },
    { role: 'tool', name: 'lookup', content: [{ type: 'text', text: '42' }] },
  ]

  const lib = await importFrom<{ asReadable: typeof asReadable }>(folder, 'lib/template.ts')

  for (const value of [said, said.slice(0, 1), [], ['a'], { a: 1 }, 'x', null]) {
    expect(lib.asReadable(value)).toBe(asReadable(value))
  }
  expect(await typeErrors(folder)).toBe('')
})
