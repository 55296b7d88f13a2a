import type { GraphNode } from '@lathe/contract'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { nodeTitle } from '../../../lib/format/node-title.ts'
import { renderWorkbench } from '../render-workbench.tsx'
import { selectNode } from '../store/selection.ts'
import { graph } from '../testing.ts'
import { Inspector } from './inspector.tsx'

async function show(id: string, node: GraphNode) {
  const document = graph({ nodes: { [id]: node }, edges: [{ from: 'start', to: id }] })
  const view = await renderWorkbench(<Inspector />, { document })
  const { store } = view.bench
  act(() => store.select(selectNode(id)))
  return { ...view, current: () => store.getState().document, user: userEvent.setup() }
}

const askNode = (port: string, label?: string): GraphNode => ({
  kind: 'ask',
  message: 'Which?',
  decisions: [{ port, ...(label !== undefined && { label }) }, { port: 'no' }],
})

test('renaming a derived id keeps the focus in the next field', async () => {
  const { current, user, stopKeys } = await show('set', { kind: 'set', values: {} })
  await user.click(await screen.findByText('Name'))

  await user.type(screen.getByLabelText('Title'), 'Take notes')
  await user.tab()

  expect(Object.keys(current().nodes)).toEqual(['take-notes'])
  expect(screen.getByLabelText('Id')).toHaveFocus()
  expect(screen.getByLabelText('Id')).toHaveValue('take-notes')
  stopKeys()
})

test.each([
  ['decision-2', undefined, 'send-it'],
  ['old-words', 'Old words', 'send-it'],
  ['mine', 'Old words', 'mine'],
])('the port %s of a button %s is %s when the label changes', async (...texts) => {
  const [port, label, after] = texts
  const { current, user, stopKeys } = await show('ask', askNode(port, label))
  const [button] = await screen.findAllByLabelText('Button')
  if (!button) throw new Error('There is no button')

  await user.clear(button)
  await user.type(button, 'Send it')
  await user.tab()

  expect(current().nodes['ask']).toMatchObject({
    decisions: [{ port: after, label: 'Send it' }, {}],
  })
  stopKeys()
})

test('a step of a called agent shows the titles of both agents', () => {
  const innerGraph = graph({
    nodes: { find: { kind: 'set', title: 'Look it up', values: {} } },
    edges: [],
  })
  const outer = graph({
    nodes: {
      call: { kind: 'agent-call', title: 'Research', agent: 'searcher', version: 2 } as GraphNode,
    },
    edges: [],
  })
  const calledAgent = {
    agent: 'searcher',
    name: 'Searcher',
    version: 2,
    hash: '',
    document: innerGraph,
  }

  expect(nodeTitle(outer, 'call/find', { 'searcher@2': calledAgent })).toBe('Research › Look it up')
  expect(nodeTitle(outer, 'call/find')).toBe('Research › find')
})
