import { Decoration, type DecorationSet, MatchDecorator, ViewPlugin } from '@codemirror/view'
import type { EditorView, ViewUpdate } from '@codemirror/view'

const matcher = new MatchDecorator({
  regexp: /\{\{[^{}\n]*\}\}/g,
  decoration: Decoration.mark({ class: 'cm-variable' }),
})

class Variables {
  decorations: DecorationSet

  constructor(view: EditorView) {
    this.decorations = matcher.createDeco(view)
  }

  update(update: ViewUpdate): void {
    this.decorations = matcher.updateDeco(update, this.decorations)
  }
}

/** Highlights the `{{variables}}` of a template. */
export const promptVariables = ViewPlugin.fromClass(Variables, {
  decorations: (plugin) => plugin.decorations,
})
