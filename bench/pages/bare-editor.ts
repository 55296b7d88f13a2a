// The peer of typing: CodeMirror alone on a page.
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'

Object.assign(globalThis, {
  showEditor: (text: string) => {
    const parent = document.createElement('div')
    parent.style.cssText = 'width: 420px; height: 400px; overflow: auto'
    document.body.replaceChildren(parent)
    const extensions = [
      drawSelection(),
      history(),
      EditorView.lineWrapping,
      keymap.of([...historyKeymap, ...defaultKeymap]),
    ]
    const { dom } = new EditorView({ state: EditorState.create({ doc: text, extensions }) })
    parent.append(dom)
  },
})
