import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { EditorView } from '@codemirror/view'
import { afterEach, expect, test } from 'vitest'
import { renderWorkbench } from '../../render-workbench.tsx'
import { graph } from '../../testing.ts'
import { DocumentJson } from './json-panel.tsx'

let stop = () => {}
afterEach(() => stop())

async function show() {
  const view = await renderWorkbench(<DocumentJson />, { document: graph() })
  stop = view.stopKeys
  const field = await screen.findByRole('textbox', { name: 'The graph' })
  const editor = EditorView.findFromDOM(field)
  if (!editor) throw new Error('no editor')
  const typeJson = (text: string) =>
    act(() => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } }))
  return { ...view, write: typeJson, user: userEvent.setup() }
}

test('a valid graph is applied', async () => {
  const { bench, write: typeJson, user } = await show()
  const changed = graph({ output: [] })

  typeJson(JSON.stringify(changed))
  await user.click(screen.getByRole('button', { name: 'Apply' }))

  expect(bench.store.getState().document).toEqual(changed)
})

test('an invalid graph is rejected with path and reason', async () => {
  const { bench, write: typeJson } = await show()

  typeJson(JSON.stringify({ ...graph(), nodes: { answer: { kind: 'model', colour: 'red' } } }))

  await waitFor(() =>
    expect(screen.getByRole('alert', { name: /Validation errors/ })).toHaveTextContent(
      'nodes.answer.colour',
    ),
  )
  expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled()
  expect(bench.store.getState().document).toEqual(graph())
})

test('invalid JSON is reported and can be discarded', async () => {
  const { write: typeJson, user } = await show()

  typeJson('{ oops')
  expect(await screen.findByText(/^Not JSON/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Discard' }))

  expect(screen.queryByText(/^Not JSON/)).toBeNull()
})
