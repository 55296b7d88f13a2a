import { expect, test } from 'vitest'
import { fieldValue } from './fields.ts'
import {
  createNode,
  fieldsOfType,
  mapTools,
  modelCallField,
  nodeModel,
  nodePorts,
  nodeTools,
  visitNode,
  withFieldValue,
  withModelCall,
} from './nodes.ts'
import { GraphNode, NODE_KINDS } from './registry.ts'

test.each(NODE_KINDS)('a new node of the kind $kind matches its schema', ({ kind }) => {
  expect(GraphNode.parse(createNode(kind))).toEqual(createNode(kind))
})

test.each(NODE_KINDS)('every field of $kind edits a member of its schema', ({ kind, fields }) => {
  for (const { name } of fields) {
    const result = GraphNode.safeParse({ ...createNode(kind), [name]: Symbol('invalid') })

    expect(result.error?.issues.map(({ path }) => path[0])).toEqual([name])
  }
})

test.each(NODE_KINDS)('renaming the ports of $kind renames those that depend on it', (kind) => {
  const node = kind.create()
  const choices = nodePorts(node).flatMap(({ name, role }) =>
    role === 'choice' || role === 'else' ? [name ?? ''] : [],
  )

  for (const name of choices) {
    const renamed = kind.renamePort?.(node, name, 'other')
    expect(renamed && nodePorts(renamed).map((port) => port.name)).toContain('other')
  }
})

test('visitNode passes each text and channel with its path', () => {
  const visited: string[] = []
  const node = GraphNode.parse({
    kind: 'retrieve',
    collection: 'docs',
    query: '{{topic}}',
    writes: 'found',
    cache: { key: 'topic', ttlSeconds: 1 },
  })

  const renamed = visitNode(node, {
    text(text, kind, field) {
      visited.push(`${kind} ${field}`)
      return text.toUpperCase()
    },
    channel(name, role, field) {
      visited.push(`${role} ${field}`)
      return `new_${name}`
    },
  })

  expect(visited).toEqual(['template query', 'write writes', 'expression cache.key'])
  expect(renamed).toMatchObject({
    query: '{{TOPIC}}',
    writes: 'new_found',
    cache: { key: 'TOPIC' },
  })
})

test('only a branch by a model has a model call', () => {
  const rules = createNode('branch')
  const call = { model: { connection: 'demo', name: 'demo-1' }, prompt: { messages: [] } }
  const byModel = GraphNode.parse({
    kind: 'branch',
    decide: { by: 'model', ...call, choices: [] },
  })
  const model = { connection: 'demo', name: 'other' }

  expect(nodeModel(rules)).toBeNull()
  expect(withModelCall(rules, { model })).toEqual(rules)
  expect(nodeModel(withModelCall(byModel, { model }))).toEqual(model)
  expect(modelCallField(byModel, 'prompt')).toBe('decide.prompt')
})

test('mapTools renames tools, approvals and the tool choice', () => {
  const agent = { ...createNode('agent'), tools: ['a', 'b'], approvals: ['a'] }
  const model = { ...createNode('model'), tools: ['a'], toolChoice: { tool: 'a' } }
  const rename = (name: string) => (name === 'a' ? 'c' : name)

  const renamedAgent = mapTools(GraphNode.parse(agent), rename)
  const renamedModel = mapTools(GraphNode.parse(model), rename)

  expect(renamedAgent).toMatchObject({ tools: ['c', 'b'], approvals: ['c'] })
  expect(nodeTools(renamedAgent)).toEqual(['c', 'b'])
  expect(renamedModel).toMatchObject({ tools: ['c'], toolChoice: { tool: 'c' } })
})

test('withFieldValue removes a member without a value', () => {
  const node = GraphNode.parse({ ...createNode('tool'), writes: 'result' })
  const [writes] = fieldsOfType(node, 'channel')
  const cleared = writes && withFieldValue(node, writes, undefined)

  expect(writes && fieldValue(node, writes)).toBe('result')
  expect(cleared).toEqual(createNode('tool'))
})
