import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import type { GraphDocument } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { graph } from '../../../testing.ts'
import type { TextKind } from '../code-text-field.tsx'
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

/** What is offered at the end of a text in the node `write`. */
function offered(text: string, kind: TextKind, after = '') {
  const state = EditorState.create({ doc: text + after })
  const context = new CompletionContext(state, text.length, false)
  const result = complete(context, () => readableNames(document, { node: 'write' }), kind)
  return result?.options ?? []
}
const labels = (...args: Parameters<typeof offered>) => offered(...args).map(({ label }) => label)

describe('in a template', () => {
  test('only what is written before the node is offered', () => {
    expect(labels('About {{', 'template')).toEqual(['note', 'topic', 'notes', 'draft'])
    expect(labels('About ', 'template')).toEqual([])
  })

  test('each name says where it comes from', () => {
    const [note, topic, , draft] = offered('{{', 'template')

    expect(note).toMatchObject({ label: 'note', detail: 'one of notes' })
    expect(topic).toMatchObject({ detail: 'string · input', info: 'What it is about' })
    expect(draft).toMatchObject({ detail: 'object · from plan' })
  })

  test('a dot goes on with the members of what is named', () => {
    expect(labels('{{draft.', 'template')).toEqual(['title'])
    expect(labels('{{note.t', 'template')).toEqual(['text', 'by'])
    expect(labels('{{topic.', 'template')).toEqual([])
  })

  test('in a section the members of the element come first', () => {
    expect(labels('{{#notes}}- {{', 'template').slice(0, 2)).toEqual(['text', 'by'])
    expect(labels('{{#notes}}x{{/notes}}{{', 'template')).not.toContain('by')
  })

  test('the tag is closed unless it is already', () => {
    expect(offered('{{to', 'template')[1]).toMatchObject({ apply: 'topic}}' })
    expect(offered('{{to', 'template', '}}')[1]).toMatchObject({ apply: 'topic' })
    expect(offered('{{{to', 'template')[1]).toMatchObject({ apply: 'topic}}}' })
  })
})

describe('in code', () => {
  test('names are offered where a word is written, as members of `state` too', () => {
    expect(labels('to', 'expression')).toEqual(['note', 'topic', 'notes', 'draft'])
    expect(labels('state.', 'code')).toEqual(['note', 'topic', 'notes', 'draft'])
    expect(labels('state.draft.', 'code')).toEqual(['title'])
  })

  test('a member of something unknown is not guessed', () => {
    expect(labels('notes[0].', 'expression')).toEqual([])
    expect(labels('other.', 'expression')).toEqual([])
  })
})

test('a reducer is offered what it is given', () => {
  expect(readableNames(document, { channel: 'notes' }).map(({ label }) => label)).toEqual([
    'current',
    'update',
  ])
})
