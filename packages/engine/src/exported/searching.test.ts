import type { FoundChunk, GraphDocument } from '@lathe/contract'
import { exportBlockers, exportedNodeNames } from '@lathe/graph/export'
import type { ExportedCollection } from '@lathe/graph/export'
import { templates } from '@lathe/graph/templates'
import { replay } from '@lathe/replay'
import { testFiles } from '@lathe/replay/write'
import { afterEach, expect, test, vi } from 'vitest'
import { graph } from '../testing/documents.ts'
import { importFrom, toolDescriptions, typeErrors, writeProject } from '../testing/exported.ts'
import { eventsOf, runRequest, startHarness } from '../testing/run-harness.ts'

type Graph = { graph: Parameters<typeof replay>[0] }
type Tool = { invoke: (args: object) => Promise<unknown> }

const template = templates.find(({ slug }) => slug === 'cited-answers')?.document as GraphDocument
const cited: GraphDocument = { ...template, output: ['answer'] }

const vector = (...numbers: number[]) =>
  Buffer.from(Float32Array.from(numbers).buffer).toString('base64')
const passage = (position: number, text: string, numbers: number[]) => ({
  documentId: '01890000-0000-7000-8000-000000000000',
  source: 'returns.md',
  url: null,
  metadata: {},
  position,
  text,
  lines: { from: position, to: position },
  vector: vector(...numbers),
})
const handbook: ExportedCollection = {
  name: 'handbook',
  embedding: { connection: 'demo', model: 'demo-embedding', dimensions: 2 },
  count: 2,
  passages: [passage(0, 'Lamps shine', [1, 0]), passage(1, 'Returns are free', [0, 1])],
}

afterEach(() => vi.unstubAllGlobals())

test('an exported search replays the recording of its run', async () => {
  const found: FoundChunk = {
    ...passage(1, 'Returns are free', []),
    score: 1,
    similarity: 1,
    ranks: { vector: 1, text: 1 },
  }
  const retrieve = async () => ({ ok: true as const, chunks: [found], embedding: null })
  const { run } = await startHarness({ deps: { retrieve } })
  const input = { messages: [{ role: 'user', content: 'Who pays for returns?' }] }
  const { events, exchanges, outcome } = await run(runRequest(cited, input))
  const output = outcome.type === 'success' ? outcome.output : null
  const nodes = eventsOf({ events }, 'node-start')
  const recorded = { title: 'cited', input, output, steps: 50, exchanges, nodes }
  const names = exportedNodeNames(cited)
  const has = { hasTools: false, hasCollections: true }
  const assertions = ['output', 'nodes', 'requests'] as const
  const [file, recording] = testFiles({ ...recorded, names }, { name: 'cited', assertions, ...has })

  const folder = writeProject(cited, 'cited', {}, [], [handbook])
  const { graph: exported } = await importFrom<Graph>(folder, 'agent.ts')
  const collections = await importFrom<Record<string, unknown>>(folder, 'collections.ts')
  const played = await replay(exported, JSON.parse(recording?.text ?? ''), { collections })

  expect(played).toMatchObject({
    error: null,
    output,
    unused: [],
    nodes: [['read'], ['find'], ['answer_']],
  })
  expect(file?.text).toContain('replay(graph, recording, { collections })')
  expect(await typeErrors(folder)).toBe('')
})

test('an exported search tool searches the collections that prompts name', async () => {
  const asking = graph({
    nodes: {
      call: {
        kind: 'tool',
        tool: 'knowledge_search',
        args: { collection: { value: 'handbook' }, query: { expression: 'topic' } },
        writes: 'text',
      },
    },
    edges: ['start > call', 'call > end'],
  })
  const folder = writeProject(asking, 'agent', {}, toolDescriptions, [handbook])
  const { knowledgeSearch } = await importFrom<{ knowledgeSearch: Tool }>(folder, 'tools.ts')
  const answer = { data: [{ index: 0, embedding: [0, 1] }] }
  vi.stubGlobal('fetch', async () => Response.json(answer))
  const ask = (collection: string) =>
    knowledgeSearch.invoke({ collection, query: 'free returns', limit: 1 })

  expect(await ask('handbook')).toBe('[1] Returns are free (Source: returns.md.)')
  await expect(ask('other')).rejects.toThrow('The collections are: handbook.')
  expect(await typeErrors(folder)).toBe('')
})

test.each<[string, ExportedCollection[]]>([
  ['There is no collection `handbook`, which `find` searches', []],
  [
    'Nothing is indexed in `handbook`, which `find` searches',
    [{ name: 'handbook', embedding: null, count: 0, passages: [] }],
  ],
  [
    'A project can take 2000 passages along, and there are 9000 in `handbook`, which `find` searches',
    [{ name: 'handbook', embedding: null, count: 9_000, passages: [] }],
  ],
])('reports that %s', (message, collections) => {
  expect(exportBlockers(cited, { collections })).toEqual([{ message }])
})
