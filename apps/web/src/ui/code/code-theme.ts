import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--canvas)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-data)',
    fontSize: 'var(--text-xs)',
    fontVariantLigatures: 'none',
    lineHeight: '1.125rem',
    overflow: 'auto',
  },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'color-mix(in oklch, var(--accent) 28%, transparent)' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--selected)',
    outline: '1px solid var(--line-strong)',
  },
  '.cm-variable': {
    backgroundColor: 'var(--accent-tint)',
    borderRadius: '2px',
    fontWeight: '600',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius-overlay)',
    boxShadow: 'var(--shadow)',
    color: 'var(--text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-data)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--selected)',
    color: 'var(--text)',
  },
  '.cm-diagnostic': { fontFamily: 'var(--font-ui)', fontSize: 'var(--text-xs)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--status-error)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--status-error)',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--status-interrupted)',
  },
})

const highlightStyle = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], fontWeight: '600' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--text-muted)' },
  { tag: [tags.string, tags.number], color: 'var(--text)' },
  { tag: tags.comment, color: 'var(--text-subtle)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--status-error)' },
])

export const codeTheme: Extension = [editorTheme, syntaxHighlighting(highlightStyle)]
