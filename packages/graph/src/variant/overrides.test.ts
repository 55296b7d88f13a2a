import type { GraphNode } from '@lathe/contract'
import { expect, test } from 'vitest'
import { graph } from '../testing/documents.ts'
import { overrideProblems, ownChanges, withOverrides } from './overrides.ts'

const model = { connection: 'demo', name: 'demo-1' }
const write: GraphNode = { kind: 'model', model, prompt: { messages: [] } }
const sort: GraphNode = {
  kind: 'branch',
  decide: { by: 'model', model, prompt: { name: 'sorting' }, choices: [] },
  else: 'else',
}
const note: GraphNode = { kind: 'set', values: {} }
const document = graph({
  nodes: { write, sort, note },
  edges: ['start > write', 'write > sort', 'sort > note', 'note > end'],
})
const messages = [{ role: 'user' as const, text: 'Other' }]
const other = { ...model, name: 'x' }

test('withOverrides changes only the prompt, model and tools of its nodes', () => {
  const changed = withOverrides(document, { write: { messages, model: other, tools: ['search'] } })

  expect(changed.nodes['write']).toEqual({
    kind: 'model',
    model: other,
    prompt: { messages },
    tools: ['search'],
  })
  expect(changed.nodes['note']).toBe(document.nodes['note'])
  expect(document.nodes['write']).toBe(write)
})

test('withOverrides changes the model of a branch', () => {
  const changed = withOverrides(document, { sort: { messages, model: other } })

  expect(overrideProblems(document, { sort: { messages, model: other } })).toEqual([])
  expect(changed.nodes['sort']).toMatchObject({
    decide: { by: 'model', model: other, prompt: { messages }, choices: [] },
  })
})

test('withOverrides adds tools to an agent without tools', () => {
  const agent: GraphNode = { kind: 'agent', model, prompt: { messages: [] } }
  const one = graph({ nodes: { agent }, edges: ['start > agent', 'agent > end'] })

  expect(overrideProblems(one, { agent: { tools: ['search'] } })).toEqual([])
  expect(withOverrides(one, { agent: { tools: ['search'] } }).nodes['agent']).toEqual({
    ...agent,
    tools: ['search'],
  })
})

test('overrideProblems names overrides that fit no node', () => {
  const problems = overrideProblems(document, {
    gone: {},
    note: { messages: [] },
    sort: { messages: [], tools: [] },
    write: { messages: [], tools: [] },
  })

  expect(problems.map(({ path }) => path)).toEqual(['gone', 'note.messages', 'sort.tools'])
})

test('ownChanges drops fields that equal those of the node', () => {
  expect(ownChanges(write, { messages: [], model: { ...model }, tools: [] })).toBeUndefined()
  expect(ownChanges(write, { messages, model: { ...model } })).toEqual({ messages })
  expect(ownChanges(sort, { messages: [] })).toEqual({ messages: [] })
})
