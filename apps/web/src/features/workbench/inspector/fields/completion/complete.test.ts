import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import type { GraphDocument } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { graph } from '../../../testing.ts'
import type { TextKind } from '../form-scope.ts'
import { complete } from './complete.ts'
import { readableNames } from './readable-names.ts'

const note = { type: 'object', properties: { text: { type: 'string' }, by: { type: 'string' } } }

const document: GraphDocument = graph({
  state: {
    topic: { type: 'string', description: 'What it is about' },
    notes: { type: 'array', items: note },
    draft: { type: 'object', properties: { title: { type: 'string' } } },
    verdict: { type: 'string' },
  },
  input: ['topic'],
  nodes: {
    plan: { kind: 'set', values: { notes: { value: [] }, draft: { value: {} } } },
    write: { kind: 'set', values: { verdict: { value: 'x' } } },
  },
  edges: [
    { from: 'start', to: 'plan' },
    { from: 'plan', to: 'write', each: { of: 'notes', as: 'note' } },
    { from: 'write', to: 'end' },
  ],
})

/** Returns the completions at the end of a text in the node `write`. */
function listSuggestions(text: string, kind: TextKind, after = '') {
  const state = EditorState.create({ doc: text + after })
  const context = new CompletionContext(state, text.length, false)
  const result = complete(context, () => readableNames(document, { node: 'write' }), kind)
  return result?.options ?? []
}
const labels = (...args: Parameters<typeof listSuggestions>) =>
  listSuggestions(...args).map(({ label }) => label)

describe('completion in a template', () => {
  test('offers only names written before the node', () => {
    expect(labels('About {{', 'template')).toEqual(['note', 'topic', 'notes', 'draft'])
    expect(labels('About ', 'template')).toEqual([])
  })

  test('describes the source of each name', () => {
    const [note, topic, , draft] = listSuggestions('{{', 'template')

    expect(note).toMatchObject({ label: 'note', detail: 'one of notes' })
    expect(topic).toMatchObject({ detail: 'string · input', info: 'What it is about' })
    expect(draft).toMatchObject({ detail: 'object · from plan' })
  })

  test('offers members after a dot', () => {
    expect(labels('{{draft.', 'template')).toEqual(['title'])
    expect(labels('{{note.t', 'template')).toEqual(['text', 'by'])
    expect(labels('{{topic.', 'template')).toEqual([])
  })

  test("offers the element's members first in a section", () => {
    expect(labels('{{#notes}}- {{', 'template').slice(0, 2)).toEqual(['text', 'by'])
    expect(labels('{{#notes}}x{{/notes}}{{', 'template')).not.toContain('by')
  })

  test('closes the tag unless it is closed', () => {
    expect(listSuggestions('{{to', 'template')[1]).toMatchObject({ apply: 'topic}}' })
    expect(listSuggestions('{{to', 'template', '}}')[1]).toMatchObject({ apply: 'topic' })
    expect(listSuggestions('{{{to', 'template')[1]).toMatchObject({ apply: 'topic}}}' })
  })
})

describe('completion in code', () => {
  test('offers names and members of `state`', () => {
    expect(labels('to', 'expression')).toEqual(['note', 'topic', 'notes', 'draft'])
    expect(labels('state.', 'code')).toEqual(['note', 'topic', 'notes', 'draft'])
    expect(labels('state.draft.', 'code')).toEqual(['title'])
  })

  test('offers nothing after an unknown expression', () => {
    expect(labels('notes[0].', 'expression')).toEqual([])
    expect(labels('other.', 'expression')).toEqual([])
  })
})

test('offers a reducer its arguments', () => {
  expect(readableNames(document, { channel: 'notes' }).map(({ label }) => label)).toEqual([
    'current',
    'update',
  ])
})
