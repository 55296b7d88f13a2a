import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { expect, test } from 'vitest'
import { graph, set } from '../testing/documents.ts'
import { toMermaid } from './mermaid.ts'

const draft = { state: { draft: { type: 'string' as const } }, input: [], output: ['draft'] }

const nothing = () => ({})
const theirs = () => new StateGraph(Annotation.Root({ draft: Annotation<string> }))

test('toMermaid draws plain edges exactly like LangGraph', async () => {
  const document = graph({
    ...draft,
    nodes: { 'plan-2': set({ draft: 'a' }), write: set({ draft: 'b' }), ab: set({ draft: 'c' }) },
    edges: ['start > write', 'write > plan-2', 'plan-2 > ab', 'ab > end'],
  })
  const drawn = await theirs()
    .addNode('plan-2', nothing)
    .addNode('write', nothing)
    .addNode('ab', nothing)
    .addEdge(START, 'write')
    .addEdge('write', 'plan-2')
    .addEdge('plan-2', 'ab')
    .addEdge('ab', END)
    .compile()
    .getGraphAsync()

  expect(toMermaid(document)).toBe(drawn.drawMermaid())
})

test("toMermaid draws the ports of a branch like LangGraph's conditional edges", async () => {
  const drawn = await theirs()
    .addNode('judge', nothing)
    .addNode('write', nothing)
    .addEdge(START, 'write')
    .addEdge('write', 'judge')
    .addConditionalEdges('judge', () => 'good', { revise: 'write', good: END })
    .compile()
    .getGraphAsync()
  const document = graph({
    ...draft,
    nodes: {
      judge: {
        kind: 'branch',
        decide: { by: 'rules', rules: [{ when: 'true', port: 'revise' }] },
        else: 'good',
      },
      write: set({ draft: 'b' }),
    },
    edges: [
      'start > write',
      'write > judge',
      { from: 'judge', when: 'revise', to: 'write' },
      { from: 'judge', when: 'good', to: 'end' },
    ],
  })

  expect(toMermaid(document)).toBe(drawn.drawMermaid())
})

test('toMermaid labels fan-outs and loops and leaves out edges without a target', () => {
  const document = graph({
    ...draft,
    nodes: { a: set({ draft: 'a' }), b: set({ draft: 'b' }) },
    edges: [
      { from: 'a', to: 'b', each: { of: '[1]', as: 'question' } },
      { from: 'b', to: 'a', max: 2 },
      { from: 'b', when: 'error', to: 'end' },
      { from: 'b', to: 'gone' },
    ],
  })
  const ways = toMermaid(document)
    .split('\n')
    .filter((line) => line.endsWith(';') && line.includes('.->'))

  expect(ways).toEqual([
    '\ta -. &nbsp;each question&nbsp; .-> b;',
    '\tb -. &nbsp;max 2&nbsp; .-> a;',
    '\tb -. &nbsp;error&nbsp; .-> __end__;',
  ])
  expect(toMermaid(document)).not.toContain('gone')
})
