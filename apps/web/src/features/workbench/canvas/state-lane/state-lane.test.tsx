import { setNode } from '@lathe/graph'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { renderWorkbench } from '../../render-workbench.tsx'
import { selectNode } from '../../store/selection.ts'
import { graph } from '../../testing.ts'
import { CanvasUiContext, createCanvasUi } from '../canvas-ui.ts'
import { useLaneStore, StateLane } from './state-lane.tsx'

let stop = () => {}
beforeEach(() => useLaneStore.setState({ isOpen: true }))
afterEach(() => stop())

const graphWithNotes = graph({
  state: {
    topic: { type: 'string' },
    notes: { type: 'array', reducer: 'append', default: [] },
    messages: { type: 'messages' },
  },
  nodes: {
    search: { kind: 'set', values: { notes: { expression: '[topic]' } } },
    write: { kind: 'code', code: 'return { messages: [notes] }', writes: ['messages'] },
  },
  edges: [
    { from: 'start', to: 'search' },
    { from: 'search', to: 'write' },
    { from: 'write', to: 'end' },
  ],
})

async function show(document = graphWithNotes) {
  const ui = createCanvasUi(0)
  const view = await renderWorkbench(
    <CanvasUiContext value={ui}>
      <StateLane />
    </CanvasUiContext>,
    { document },
  )
  stop = view.stopKeys
  const state = () => view.bench.store.getState().document.state
  return { ...view, ui, state, user: userEvent.setup() }
}

const cell = (name: RegExp) => screen.getByRole('button', { name })

describe('the state lane', () => {
  test('lists type, reducer, default, writers and readers of each channel', async () => {
    await show()

    const notes = cell(/^notes: array, reducer append, written by search, read by write$/)
    expect(notes).toHaveTextContent('= []')
    expect(cell(/^topic: string, reducer replace, written by start, read by search$/)).toBeVisible()
  })

  test('a focused channel highlights its nodes until it loses the focus', async () => {
    const { ui } = await show()

    act(() => cell(/^notes/).focus())
    expect(ui.getState().highlight?.nodes).toEqual({ search: 'writes', write: 'reads' })

    act(() => cell(/^notes/).blur())
    expect(ui.getState().highlight).toBeUndefined()
  })

  test('a selected node highlights its channels', async () => {
    const { bench } = await show()

    act(() => bench.store.select(selectNode('search')))

    expect(cell(/^topic/)).toHaveAttribute('data-use', 'reads')
    expect(cell(/^notes/)).toHaveAttribute('data-use', 'writes')
    expect(cell(/^messages/)).not.toHaveAttribute('data-use')
  })

  test('the readers of a channel are updated when typing pauses', async () => {
    const { bench } = await show()

    act(() =>
      bench.store.edit((document) =>
        setNode(document, 'search', {
          kind: 'set',
          values: { notes: { expression: 'messages' } },
        }),
      ),
    )

    expect(
      await screen.findByRole('button', { name: /^messages: .*read by .*search/ }),
    ).toBeVisible()
    expect(cell(/^topic: .*read by no node$/)).toBeVisible()
  })

  test('the state lane is navigated and collapsed by keyboard', async () => {
    const { user } = await show()

    await user.keyboard('s')
    await waitFor(() => expect(cell(/^topic/)).toHaveFocus())
    await user.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
    expect(cell(/^messages/)).toHaveFocus()
    await user.keyboard('{Home}')
    expect(cell(/^topic/)).toHaveFocus()
    await user.keyboard('s')

    expect(screen.queryByRole('button', { name: /^topic/ })).not.toBeInTheDocument()
    expect(screen.getByText('topic, notes, messages')).toBeVisible()
  })

  test('Delete removes a channel and Undo restores its position', async () => {
    const { user, state } = await show()

    act(() => cell(/^notes/).focus())
    await user.keyboard('{Delete}')
    expect(Object.keys(state())).toEqual(['topic', 'messages'])
    await user.click(await screen.findByRole('button', { name: 'Undo' }))

    expect(Object.keys(state())).toEqual(['topic', 'notes', 'messages'])
    expect(state()['notes']).toEqual(graphWithNotes.state['notes'])
  })

  test('adding a channel opens its form, where renaming it updates every use', async () => {
    const { user, bench, state } = await show()

    await user.type(screen.getByRole('textbox', { name: 'New channel name' }), 'draft{Enter}')
    expect(state()['draft']).toEqual({ type: 'string' })
    await user.keyboard('{Escape}')
    await user.click(cell(/^notes/))
    const form = await screen.findByRole('dialog', { name: /^notes: array/ })
    const name = await within(form).findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.type(name, 'findings{Enter}')

    const { nodes } = bench.store.getState().document
    expect(nodes['write']).toMatchObject({ code: 'return { messages: [findings] }' })
    expect(nodes['search']).toMatchObject({ values: { findings: { expression: '[topic]' } } })
  })

  test('a duplicate channel name is rejected with a message', async () => {
    const { user } = await show()

    await user.type(screen.getByRole('textbox', { name: 'New channel name' }), 'topic{Enter}')

    expect(screen.getByText(/A channel with this name exists/)).toBeVisible()
  })

  test('the lane of a graph without channels explains their purpose', async () => {
    await show(graph({ state: {}, input: [], output: [] }))

    expect(screen.getByText(/^No channels yet/)).toBeVisible()
  })
})
