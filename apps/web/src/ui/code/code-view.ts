import {
  autocompletion,
  closeBrackets,
  completionKeymap,
  type CompletionSource,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { javascript } from '@codemirror/lang-javascript'
import { json } from '@codemirror/lang-json'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import {
  Annotation,
  Compartment,
  EditorState,
  type Extension,
  Transaction,
} from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  MatchDecorator,
  placeholder,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import type { CodeDiagnostic, CodeLanguage } from './code-editor.tsx'
import { codeTheme } from './code-theme.ts'

type Settings = {
  label: string
  language: CodeLanguage
  isReadOnly: boolean
  completions: CompletionSource | undefined
  isLine: boolean
  /** Placeholder for an empty editor. */
  hint: string
}

// Mod+Enter runs the page's action, so the editor must not insert a blank line.
const textKeymap = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter')

const externalChange = Annotation.define<boolean>()

const LANGUAGES: Record<CodeLanguage, () => Extension> = {
  json: () => [json(), closeBrackets(), indentOnInput()],
  javascript: () => [javascript(), closeBrackets(), indentOnInput()],
  typescript: () => javascript({ typescript: true }),
  prompt: () => promptVariables,
  text: () => [],
}

/** CodeMirror editor in a DOM element. `onChange` is only called for user edits. */
export class CodeView {
  readonly #settings = new Compartment()
  readonly #view: EditorView

  constructor(parent: HTMLElement, onChange: (text: string) => void) {
    const listener = EditorView.updateListener.of((update) => {
      const isTyped = update.transactions.some((change) => !change.annotation(externalChange))
      if (update.docChanged && isTyped) onChange(update.state.doc.toString())
    })
    const extensions = [
      highlightSpecialChars(),
      drawSelection(),
      history(),
      bracketMatching(),
      EditorView.lineWrapping,
      keymap.of([...completionKeymap, ...historyKeymap, ...textKeymap]),
      codeTheme,
      this.#settings.of([]),
      listener,
    ]
    this.#view = new EditorView({ parent, state: EditorState.create({ extensions }) })
  }

  configure({ label, language, isReadOnly, completions, isLine, hint }: Settings): void {
    const extension = [
      LANGUAGES[language](),
      isLine ? singleLine : [],
      placeholder(hint),
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-readonly': String(isReadOnly),
      }),
      autocompletion(completions ? { override: [completions], icons: false } : { icons: false }),
    ]
    this.#view.dispatch({ effects: this.#settings.reconfigure(extension) })
  }

  setText(text: string): void {
    const { doc } = this.#view.state
    if (doc.toString() === text) return
    this.#view.dispatch({
      changes: { from: 0, to: doc.length, insert: text },
      // Undo must not go back past the text that was opened.
      annotations: [externalChange.of(true), Transaction.addToHistory.of(false)],
    })
  }

  /** Clamps diagnostics beyond the end of the text. */
  showDiagnostics(diagnostics: readonly CodeDiagnostic[]): void {
    const end = this.#view.state.doc.length
    const clampedDiagnostics = diagnostics.map((diagnostic) => ({
      ...diagnostic,
      from: Math.min(diagnostic.from, end),
      to: Math.min(Math.max(diagnostic.from, diagnostic.to), end),
    }))
    this.#view.dispatch(setDiagnostics(this.#view.state, clampedDiagnostics))
  }

  destroy(): void {
    this.#view.destroy()
  }
}

/** Keeps the text on a single line when typing or pasting. */
const singleLine = EditorState.transactionFilter.of((change) => {
  if (change.newDoc.lines === 1) return change
  const breaks = Array.from({ length: change.newDoc.lines - 1 }, (_, index) => {
    const { to } = change.newDoc.line(index + 1)
    return { from: to, to: to + 1 }
  })
  return [change, { changes: breaks, sequential: true }]
})

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
const promptVariables = ViewPlugin.fromClass(Variables, {
  decorations: (plugin) => plugin.decorations,
})
