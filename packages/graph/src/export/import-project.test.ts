import { GraphDocument } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { soundDocument, wildDocument } from '../testing/arbitrary.ts'
import { calledAgent } from '../testing/called-agents.ts'
import { graph, set } from '../testing/documents.ts'
import { environment } from '../testing/environment.ts'
import { templates } from '../templates/index.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { exportBlockers, exportProject, importProject } from './index.ts'

const tools = environment.tools.map(({ name, schema }) => ({ name, description: name, schema }))
const options = { name: 'My agent', slug: 'my-agent', tools }
const [template] = templates
const document = template?.document ?? graph({})

test('importing an exported project returns the same document, byte for byte', () => {
  let withCode = 0
  fc.assert(
    fc.property(fc.oneof(soundDocument, wildDocument), (drawn) => {
      const own = GraphDocument.parse(drawn)
      const files = exportProject(own, options)
      const result = importProject(files)
      withCode += files.some(({ path }) => path === 'agent.ts') ? 1 : 0
      expect(result.ok && JSON.stringify(result.document)).toBe(JSON.stringify(own))
      expect(result.ok && result.edited).toEqual([])
    }),
    { numRuns: propertyRuns(400) },
  )

  expect(withCode).toBeGreaterThan(20)
})

test('importing keeps the order of the keys in a document', () => {
  const { format, ...rest } = document
  const turned = { ...rest, format }

  const result = importProject(exportProject(turned, options))

  expect(result.ok && JSON.stringify(result.document)).toBe(JSON.stringify(turned))
})

test('importing returns the called agents in their versions', () => {
  const call = (agent: string, version?: number): GraphDocument['nodes'][string] => ({
    kind: 'agent-call',
    agent,
    ...(version !== undefined && { version }),
    input: {},
    output: {},
  })
  const leaf = graph({ nodes: { say: set({ topic: 'x' }) }, edges: ['start > say', 'say > end'] })
  const middle = graph({
    state: { text: { type: 'string', default: '' } },
    nodes: { deep: call('leaf', 3) },
    edges: ['start > deep', 'deep > end'],
  })
  const own = graph({
    nodes: { a: call('middle'), b: call('leaf', 3) },
    edges: ['start > a', 'a > b', 'b > end'],
  })
  const calledAgents = {
    middle: calledAgent('middle', middle, 2),
    'leaf@3': calledAgent('leaf', leaf, 3),
  }

  const files = exportProject(own, { ...options, calledAgents })
  const result = importProject(files)

  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['agents/middle/agent.ts', 'agents/leaf-v3/nodes/say.ts']),
  )
  expect(result).toEqual({ ok: true, document: own, calledAgents, name: 'My agent', edited: [] })
})

test('a missing called agent prevents the export of code', () => {
  const own = graph({
    nodes: { a: { kind: 'agent-call', agent: 'gone', input: {}, output: {} } },
    edges: ['start > a', 'a > end'],
  })

  expect(exportBlockers(own, {})).toEqual([
    { message: 'There is no agent `gone`, which `a` calls' },
  ])
})

test('importing returns the name of the agent', () => {
  const result = importProject(exportProject(document, options))

  expect(result.ok && result.name).toBe('My agent')
})

test('importing reports edited and deleted files', () => {
  const files = exportProject(document, options)
    .filter(({ path }) => path !== 'state.ts')
    .map(({ path, text }) => ({ path, text: path === 'agent.ts' ? `${text}// mine\n` : text }))

  const result = importProject(files)

  expect(result.ok && result.edited).toEqual(['agent.ts', 'state.ts'])
})

test('importing ignores changed line ends', () => {
  const files = exportProject(document, options).map(({ path, text }) => ({
    path,
    text: text.replaceAll('\n', '\r\n'),
  }))

  const result = importProject(files)

  expect(result.ok && result.edited).toEqual([])
})

test('importing finds a project in a folder', () => {
  const files = exportProject(document, options).map(({ path, text }) => ({
    path: `my-agent/${path}`,
    text,
  }))

  expect(importProject(files)).toEqual({
    ok: true,
    document,
    calledAgents: {},
    name: 'My agent',
    edited: [],
  })
})

test.each([
  [[], '', 'There is no agent.lathe.json'],
  [[{ path: 'agent.lathe.json', text: '{' }], 'agent.lathe.json', 'The file is not valid JSON'],
  [[{ path: 'agent.lathe.json', text: '{"format":2}' }], 'format', 'expected 1'],
])('importing rejects %j with the path of the problem', (files, path, message) => {
  const result = importProject(files)

  expect(result.ok ? [] : result.issues).toContainEqual({
    path,
    message: expect.stringContaining(message),
  })
})

test('importing ignores the `package.json` of another project', () => {
  const own = { path: 'agent.lathe.json', text: JSON.stringify(document) }
  const other = { path: 'package.json', text: '{"lathe": 3}' }

  expect(importProject([own, other])).toEqual({
    ok: true,
    document,
    calledAgents: {},
    name: null,
    edited: [],
  })
})

test('a document with errors is exported with a list of its errors', () => {
  const broken = graph({ nodes: { a: set({ topic: '{{ghost}}' }) }, edges: ['start > a'] })

  const files = exportProject(broken, options)

  expect(files.map(({ path }) => path)).toEqual(['README.md', 'agent.lathe.json', 'package.json'])
  expect(files[0]?.text).toContain(exportBlockers(broken, {})[0]?.message)
})
