import { currentCompletions, startCompletion } from '@codemirror/autocomplete'
import { EditorView } from '@codemirror/view'
import type { GraphNode, PromptMessage } from '@lathe/contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../../../testing/fake-api.ts'
import { renderWorkbench } from '../../render-workbench.tsx'
import { selectNode } from '../../store/selection.ts'
import { graph } from '../../testing.ts'
import { Inspector } from '../inspector.tsx'

let stop = () => {}
afterEach(() => stop())

const PNG = 'data:image/png;base64,AAAA'

async function show(message: PromptMessage) {
  const stopServing = serveFake({
    tools: { list: fake.tools.list.handler(() => []) },
    runs: { list: fake.runs.list.handler(() => ({ items: [], hasMore: false })) },
    models: {
      connections: fake.models.connections.handler(() => []),
      list: fake.models.list.handler(() => []),
    },
  })
  const answer: GraphNode = {
    kind: 'model',
    model: { connection: 'demo', name: 'demo-1' },
    prompt: { messages: [message] },
  }
  const state = { photo: { type: 'string' as const } }
  const document = graph({ state, input: ['photo'], nodes: { answer }, edges: [] })
  const view = await renderWorkbench(<Inspector />, { document, example: { photo: PNG } })
  stop = () => {
    stopServing()
    view.stopKeys()
  }
  act(() => view.bench.store.select(selectNode('answer')))
  const prompt = () => {
    const node = view.bench.store.getState().document.nodes['answer']
    return node?.kind === 'model' && 'messages' in node.prompt ? node.prompt.messages : []
  }
  return { ...view, prompt }
}

test('the field of a picture address completes channels', async () => {
  await show({ role: 'user', text: 'Look', images: ['{{'] })
  const address = await screen.findByRole('textbox', { name: /Address of picture 1/ })
  const editor = EditorView.findFromDOM(address)
  if (!editor) throw new Error('There is no editor')

  act(() => {
    editor.dispatch({ selection: { anchor: 2 } })
    startCompletion(editor)
  })

  await waitFor(() =>
    expect(currentCompletions(editor.state)).toContainEqual(
      expect.objectContaining({ label: 'photo' }),
    ),
  )
})

test('undo restores pictures that a role change dropped', async () => {
  const { bench, prompt } = await show({ role: 'user', text: 'Look', images: [PNG] })
  const hand = userEvent.setup()

  await hand.click(await screen.findByRole('combobox', { name: 'Role of message 1' }))
  await hand.click(await screen.findByRole('option', { name: 'System', hidden: true }))
  expect(prompt()).toEqual([{ role: 'system', text: 'Look' }])

  act(() => bench.store.undo())
  expect(prompt()).toEqual([{ role: 'user', text: 'Look', images: [PNG] }])
})

test('a picture address is a template, and the preview shows its value', async () => {
  await show({ role: 'user', text: 'Look', images: ['{{photo}}'] })

  const address = await screen.findByRole('textbox', { name: /Address of picture 1/ })
  expect(address.textContent).toBe('{{photo}}')
  expect(await screen.findByRole('img', { name: 'Picture 1' })).toHaveAttribute('src', PNG)
})
