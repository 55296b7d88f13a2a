import { GraphDocument } from '@lathe/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { soundDocument, wildDocument } from '../testing/arbitrary.ts'
import { callee } from '../testing/callees.ts'
import { graph, set } from '../testing/documents.ts'
import { environment } from '../testing/environment.ts'
import { templates } from '../templates/index.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { exportBlockers, exportProject, importProject } from './index.ts'

const tools = environment.tools.map(({ name, schema }) => ({ name, description: name, schema }))
const options = { name: 'My agent', slug: 'my-agent', tools }
const [template] = templates
const document = template?.document ?? graph({})

test('an exported project gives back the same document, byte for byte', () => {
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

test('a document whose keys stand in another order keeps it', () => {
  const { format, ...rest } = document
  const turned = { ...rest, format }

  const result = importProject(exportProject(turned, options))

  expect(result.ok && JSON.stringify(result.document)).toBe(JSON.stringify(turned))
})

test('the agents it calls come back with it, in the versions they had', () => {
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
  const callees = { middle: callee('middle', middle, 2), 'leaf@3': callee('leaf', leaf, 3) }

  const files = exportProject(own, { ...options, callees })
  const result = importProject(files)

  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['agents/middle/agent.ts', 'agents/leaf-v3/nodes/say.ts']),
  )
  expect(result).toEqual({ ok: true, document: own, callees, name: 'My agent', edited: [] })
})

test('what it calls and cannot be found keeps it from becoming code', () => {
  const own = graph({
    nodes: { a: { kind: 'agent-call', agent: 'gone', input: {}, output: {} } },
    edges: ['start > a', 'a > end'],
  })

  expect(exportBlockers(own, {})).toEqual([
    { message: 'There is no agent `gone`, which `a` calls' },
  ])
})

test('the agent keeps its name', () => {
  const result = importProject(exportProject(document, options))

  expect(result.ok && result.name).toBe('My agent')
})

test('a file that was changed by hand is told, and one that is gone', () => {
  const files = exportProject(document, options)
    .filter(({ path }) => path !== 'state.ts')
    .map(({ path, text }) => ({ path, text: path === 'agent.ts' ? `${text}// mine\n` : text }))

  const result = importProject(files)

  expect(result.ok && result.edited).toEqual(['agent.ts', 'state.ts'])
})

test('other line ends are no change', () => {
  const files = exportProject(document, options).map(({ path, text }) => ({
    path,
    text: text.replaceAll('\n', '\r\n'),
  }))

  const result = importProject(files)

  expect(result.ok && result.edited).toEqual([])
})

test('the project may stand in a folder', () => {
  const files = exportProject(document, options).map(({ path, text }) => ({
    path: `my-agent/${path}`,
    text,
  }))

  expect(importProject(files)).toEqual({
    ok: true,
    document,
    callees: {},
    name: 'My agent',
    edited: [],
  })
})

test.each([
  [[], '', 'There is no agent.lathe.json'],
  [[{ path: 'agent.lathe.json', text: '{' }], 'agent.lathe.json', 'It is not JSON'],
  [[{ path: 'agent.lathe.json', text: '{"format":2}' }], 'format', 'expected 1'],
])('what is no project is refused with the place: %j', (files, path, message) => {
  const result = importProject(files)

  expect(result.ok ? [] : result.issues).toContainEqual({
    path,
    message: expect.stringContaining(message),
  })
})

test('a manifest of somebody else says nothing', () => {
  const own = { path: 'agent.lathe.json', text: JSON.stringify(document) }
  const other = { path: 'package.json', text: '{"lathe": 3}' }

  expect(importProject([own, other])).toEqual({
    ok: true,
    document,
    callees: {},
    name: null,
    edited: [],
  })
})

test('a document with errors is exported as itself, and what is wrong with it', () => {
  const broken = graph({ nodes: { a: set({ topic: '{{ghost}}' }) }, edges: ['start > a'] })

  const files = exportProject(broken, options)

  expect(files.map(({ path }) => path)).toEqual(['README.md', 'agent.lathe.json', 'package.json'])
  expect(files[0]?.text).toContain(exportBlockers(broken, {})[0]?.message)
})
