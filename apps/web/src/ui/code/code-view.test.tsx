import { fireEvent } from '@testing-library/dom'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { CodeView } from './code-view.ts'

function open(text: string) {
  const parent = document.body.appendChild(document.createElement('div'))
  const typed: string[] = []
  const view = new CodeView(parent, (next) => typed.push(next))
  view.setText(text)
  const content = parent.querySelector('.cm-content') ?? parent
  const type = (insert: string) =>
    EditorView.findFromDOM(parent)?.dispatch({ changes: { from: 0, insert }, userEvent: 'input' })
  const undo = () => fireEvent.keyDown(content, { key: 'z', ctrlKey: true })
  /** Returns false if the editor handled the key. */
  const run = () => fireEvent.keyDown(content, { key: 'Enter', ctrlKey: true })
  return { typed, type, undo, run, text: () => content.textContent }
}

test('limits undo to the edits made since the text was opened', () => {
  const editor = open('what was there')
  editor.type('more ')
  expect(editor.text()).toBe('more what was there')

  editor.undo()
  editor.undo()

  expect(editor.text()).toBe('what was there')
  expect(editor.typed).toEqual(['more what was there', 'what was there'])
})

test('leaves the run key to the page and inserts nothing', () => {
  const editor = open('Answer briefly.')

  const isLeft = editor.run()

  expect(isLeft).toBe(true)
  expect(editor.typed).toEqual([])
})
