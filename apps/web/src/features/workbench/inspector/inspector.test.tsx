import type { GraphDocument, GraphNode } from '@lathe/contract'
import { NODE_KINDS, createNode } from '@lathe/nodes'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderWorkbench } from '../render-workbench.tsx'
import { selectEdge, selectNode } from '../store/selection.ts'
import { graph } from '../testing.ts'
import { Inspector } from './inspector.tsx'

let stop = () => {}
afterEach(() => stop())

const tools = [
  {
    name: 'calculator',
    description: 'Computes',
    effect: 'pure' as const,
    kind: 'built-in' as const,
    schema: {
      type: 'object',
      properties: { expression: { type: 'string' }, digits: { type: 'integer' } },
      required: ['expression'],
    },
  },
]

async function show(document: GraphDocument) {
  const stopServing = serveFake({
    tools: { list: fake.tools.list.handler(() => tools) },
    models: {
      connections: fake.models.connections.handler(() => []),
      list: fake.models.list.handler(() => []),
    },
  })
  const view = await renderWorkbench(<Inspector />, { document })
  stop = () => {
    stopServing()
    view.stopKeys()
  }
  const current = () => view.bench.store.getState().document
  const select = (id: string) => act(() => view.bench.store.select(selectNode(id)))
  return { ...view, current, select, user: userEvent.setup() }
}

const oneNode = (node: GraphNode, overrides: Partial<GraphDocument> = {}) =>
  graph({ nodes: { it: node }, edges: [], ...overrides })

test.each(NODE_KINDS.map(({ kind, description }) => [kind, description] as const))(
  'a node of kind %s has its form',
  async (kind, line) => {
    const { select } = await show(oneNode(createNode(kind)))

    select('it')

    expect(await screen.findByRole('heading', { name: 'it' })).toBeVisible()
    expect(screen.getByText(line)).toBeVisible()
  },
)

describe('a node', () => {
  test('a node is renamed with its edges when the id field loses the focus', async () => {
    const { current, select, user } = await show(graph())
    select('answer')

    await user.click(await screen.findByText('Name'))
    const id = screen.getByLabelText('Id')
    await user.clear(id)
    await user.type(id, 'reply{Enter}')

    expect(Object.keys(current().nodes)).toEqual(['reply'])
    expect(current().edges).toEqual([
      { from: 'start', to: 'reply' },
      { from: 'reply', to: 'end' },
    ])
  })

  test('keeps its id when the new one is invalid and shows the error', async () => {
    const { current, select, user } = await show(graph())
    select('answer')

    await user.click(await screen.findByText('Name'))
    const id = screen.getByLabelText('Id')
    await user.clear(id)
    await user.type(id, '1 no')

    expect(screen.getByText(/a letter, then letters/)).toBeInTheDocument()
    await user.tab()
    expect(Object.keys(current().nodes)).toEqual(['answer'])
  })

  test('shows its problems below the form and at the fields', async () => {
    const { bench, select } = await show(graph())
    select('answer')
    act(() =>
      bench.store.setProblems([
        {
          code: 'unknown-connection',
          severity: 'error',
          location: { node: 'answer', field: 'model.connection' },
          message: 'There is no connection `demo`',
        },
      ]),
    )

    const list = await screen.findByRole('list', { name: 'Problems' })
    expect(within(list).getByText(/There is no connection/)).toBeVisible()
    const field = await screen.findByRole('combobox', { name: /Connection/ })
    expect(field).toHaveAccessibleDescription('There is no connection demo')
  })

  test('lists each problem of a field on its own line and none for a missing edge', async () => {
    const { bench, select } = await show(graph())
    select('answer')
    const location = { node: 'answer', field: 'model.name' }
    const problem = { severity: 'error' as const, location }
    act(() =>
      bench.store.setProblems([
        { ...problem, code: 'NO_MODEL', message: 'Choose a model' },
        { ...problem, code: 'UNKNOWN_MODEL', message: 'There is no `x`' },
        { ...problem, code: 'OPEN_PORT', message: 'Nothing follows `model.name`' },
      ]),
    )

    await screen.findByRole('list', { name: 'Problems' })
    const field = screen.getByRole('combobox', { name: /^Model/ })
    expect(field).toHaveAccessibleDescription(/^Choose a model ?There is no x$/)
  })

  test('a node is connected to another node on error', async () => {
    const code: GraphNode = { kind: 'code', code: 'return {}', writes: [] }
    const { current, select, user } = await show(
      graph({ nodes: { a: code, rescue: code }, edges: [] }),
    )
    select('a')

    await user.click(await screen.findByRole('combobox', { name: /On error go to/, hidden: true }))
    await user.click(await screen.findByRole('option', { name: 'rescue', hidden: true }))

    expect(current().edges).toEqual([{ from: 'a', when: 'error', to: 'rescue' }])
  })
})

describe('a branch', () => {
  const branch: GraphNode = {
    kind: 'branch',
    decide: { by: 'rules', rules: [{ port: 'yes', when: 'true' }] },
    else: 'no',
  }
  const branched = graph({
    nodes: { it: branch },
    edges: [
      { from: 'it', when: 'yes', to: 'end' },
      { from: 'it', when: 'no', to: 'end' },
    ],
  })

  test('updates the edges when a port is renamed', async () => {
    const { current, select, user } = await show(branched)
    select('it')

    await user.type(await screen.findByLabelText('Port of rule 1'), 'up')

    expect(current().edges[0]).toMatchObject({ when: 'yesup' })
  })

  test('rejects a duplicate port', async () => {
    const { current, select, user } = await show(branched)
    select('it')

    const port = await screen.findByLabelText('Port of rule 1')
    await user.clear(port)
    await user.type(port, 'no')

    expect(await screen.findByText('Must be a unique name')).toBeVisible()
    expect(current().edges.map(({ when }) => when)).not.toEqual(['no', 'no'])
  })

  test('removes a rule with its edges', async () => {
    const { current, select, user } = await show(branched)
    select('it')

    await user.click(await screen.findByRole('button', { name: 'Remove rule 1' }))

    expect(current().edges).toEqual([{ from: 'it', when: 'no', to: 'end' }])
  })

  test('keeps its ports when a model decides instead', async () => {
    const { current, select, user } = await show(branched)
    select('it')

    await user.click(await screen.findByRole('radio', { name: 'A model' }))

    expect(current().nodes['it']).toMatchObject({
      decide: { by: 'model', choices: [{ port: 'yes' }] },
      else: 'no',
    })
  })
})

test('a tool node shows fields for its arguments', async () => {
  const { current, select, user } = await show(oneNode(createNode('tool')))
  select('it')

  await user.click(await screen.findByRole('button', { name: 'digits' }))

  await waitFor(() =>
    expect(current().nodes['it']).toMatchObject({
      args: { expression: { value: '1 + 1' }, digits: { expression: '' } },
    }),
  )
})

test('an unknown channel name creates the channel', async () => {
  const { current, select, user } = await show(oneNode(createNode('set')))
  select('it')

  await user.type(await screen.findByRole('combobox', { name: /Write another channel/ }), 'mood')
  await user.click(await screen.findByRole('option', { name: 'New channel “mood”' }))

  expect(current().state['mood']).toEqual({ type: 'string' })
  expect(current().nodes['it']).toMatchObject({ values: { mood: { template: '' } } })
})

test('an edge can have a limit and a fan-out', async () => {
  const { bench, current, user } = await show(graph())
  act(() => bench.store.select(selectEdge('start:>answer')))

  await user.type(await screen.findByLabelText('Maximum uses'), '3')
  await user.click(screen.getByRole('switch', { name: /Fan out/ }))

  expect(current().edges[0]).toEqual({
    from: 'start',
    to: 'answer',
    max: 3,
    each: { of: '[]', as: 'item' },
  })
})

test('typing in a field is one undo step', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { bench, current, select, user } = await show(graph())
  select('answer')

  await user.click(await screen.findByText('Name'))
  await user.type(screen.getByLabelText('Title'), 'Reply')
  expect(current().nodes['answer']?.title).toBe('Reply')
  act(() => bench.store.undo())

  expect(current().nodes['answer']?.title).toBeUndefined()
})

test('adding a branch focuses its name', async () => {
  const branch: GraphNode = {
    ...(createNode('branch') as Extract<GraphNode, { kind: 'branch' }>),
    decide: { by: 'rules', rules: [] },
  }
  const { select, current, user } = await show(oneNode(branch))
  select('it')

  await user.click(await screen.findByRole('button', { name: 'Rule' }))
  await user.keyboard('billing')

  expect(current().nodes['it']).toMatchObject({ decide: { rules: [{ port: 'billing' }] } })
})

test('a fan-out defaults to the list that the previous node writes', async () => {
  const { bench, current, user } = await show(
    graph({
      state: { old: { type: 'array' }, questions: { type: 'array' } },
      nodes: {
        plan: { kind: 'set', values: { questions: { value: ['a'] } } },
        look: createNode('set'),
      },
      edges: [{ from: 'plan', to: 'look' }],
    }),
  )
  act(() => bench.store.select(selectEdge('plan:>look')))

  await user.click(await screen.findByRole('switch', { name: /^Fan out/ }))

  expect(current().edges[0]?.each).toEqual({ of: 'questions', as: 'question' })
})
