import type { Json } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { scopeMaker } from '../compile/state.ts'
import { compileTemplate } from '../compile/template.ts'
import { previewPrompt } from './preview-prompt.ts'

const state = {
  topic: { type: 'string' },
  notes: { type: 'array' },
  draft: { type: 'object' },
} as const

const values: Record<string, Json> = {
  topic: 'tides & moons',
  notes: [{ text: 'one' }, { text: 'two' }],
  draft: { title: 'T', score: 0 },
}

const preview = (text: string, held = values) =>
  previewPrompt({ state }, [{ role: 'user', text }], held)[0]

describe('previewPrompt', () => {
  test.each([
    'plain words',
    'About {{topic}}: {{#notes}}- {{text}} ({{topic}})\n{{/notes}}{{^notes}}none{{/notes}}',
    '{{draft}} {{draft.title}} {{draft.score}} {{draft.missing}} {{{topic}}}',
    '{{#draft}}{{title}}{{/draft}}{{#topic}}{{.}}{{/topic}}',
    '{{! a comment }}{{unknown}}{{notes}}',
  ])('renders the same text as a run: %s', (text) => {
    const scopeOf = scopeMaker({ state }, { toJson: (value) => value as Json }, [])
    const said = compileTemplate(text, scopeOf)(values)

    const message = preview(text)

    expect(message?.type === 'text' && message.parts.map((part) => part.text).join('')).toBe(said)
  })

  test('shows the pictures of a message without blank ones', () => {
    const images = ['https://pictures.example/{{draft.title}}.png', '{{draft.missing}}']
    const [shown] = previewPrompt({ state }, [{ role: 'user', text: ' ', images }], values)

    expect(shown).toMatchObject({
      images: ['https://pictures.example/T.png'],
      isLeftOut: false,
    })
  })

  test('distinguishes missing from empty values', () => {
    const message = preview('{{topic}}{{draft.missing}}', { topic: '', draft: {} })

    expect(message).toMatchObject({
      parts: [
        { name: 'topic', text: '', isMissing: false },
        { name: 'draft.missing', text: '', isMissing: true },
      ],
      isLeftOut: true,
    })
  })

  test('names the element of a fan-out', () => {
    expect(preview('{{item.text}}', { item: { text: 'mine' } })).toMatchObject({
      parts: [{ name: 'item.text', text: 'mine' }],
    })
  })

  test('reports why a template cannot be parsed', () => {
    expect(preview('{{#topic}}')).toEqual({
      type: 'broken',
      problem: expect.stringContaining('topic'),
    })
  })

  test('shows the messages of a conversation channel', () => {
    const held = [{ role: 'user', content: 'hi' }]

    expect(
      previewPrompt({ state }, [{ role: 'placeholder', channel: 'messages' }], { messages: held }),
    ).toEqual([{ type: 'conversation', channel: 'messages', value: held }])
  })
})
