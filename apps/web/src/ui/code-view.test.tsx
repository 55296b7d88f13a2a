import { fireEvent } from '@testing-library/dom'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { CodeView } from './code-view.ts'

function open(text: string) {
  const parent = document.body.appendChild(document.createElement('div'))
  const typed: string[] = []
  const view = new CodeView(parent, (next) => typed.push(next))
  view.show(text)
  const content = parent.querySelector('.cm-content') ?? parent
  const type = (insert: string) =>
    EditorView.findFromDOM(parent)?.dispatch({ changes: { from: 0, insert }, userEvent: 'input' })
  const undo = () => fireEvent.keyDown(content, { key: 'z', ctrlKey: true })
  /** False when the editor has kept the key to itself. */
  const run = () => fireEvent.keyDown(content, { key: 'Enter', ctrlKey: true })
  return { typed, type, undo, run, text: () => content.textContent }
}

test('undoing goes back to the text that was opened and no further', () => {
  const editor = open('what was there')
  editor.type('more ')
  expect(editor.text()).toBe('more what was there')

  editor.undo()
  editor.undo()

  expect(editor.text()).toBe('what was there')
  expect(editor.typed).toEqual(['more what was there', 'what was there'])
})

test('the key that runs is the page’s, and writes nothing', () => {
  const editor = open('Answer briefly.')

  const isLeft = editor.run()

  expect(isLeft).toBe(true)
  expect(editor.typed).toEqual([])
})
