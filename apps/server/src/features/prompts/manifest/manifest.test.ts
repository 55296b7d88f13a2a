import { ChatPromptTemplate } from '@langchain/core/prompts'
import { load } from '@langchain/core/load'
import { describe, expect, test } from 'vitest'
import { readManifest } from './read-manifest.ts'
import { writeManifest } from './write-manifest.ts'

const pushed = (prompt: unknown) => JSON.parse(JSON.stringify(prompt))

describe('a manifest', () => {
  test('says what a prompt of LangChain says, its f-strings as mustache', () => {
    const prompt = ChatPromptTemplate.fromMessages([
      ['system', 'Answer in {{ "json": {language} }}'],
      ['placeholder', '{history}'],
      ['human', 'Why {topic}?'],
      ['ai', 'Because'],
    ])

    expect(readManifest(pushed(prompt))).toEqual({
      messages: [
        { role: 'system', text: 'Answer in { "json": {{language}} }' },
        { role: 'placeholder', channel: 'history' },
        { role: 'user', text: 'Why {{topic}}?' },
        { role: 'assistant', text: 'Because' },
      ],
    })
  })

  test('is loaded by LangChain, and read again as it was', async () => {
    const content = {
      messages: [
        { role: 'system' as const, text: 'Be {{tone}}. {"a": 1}' },
        { role: 'placeholder' as const, channel: 'history' },
        { role: 'user' as const, text: '{{question}}' },
      ],
      model: { connection: 'practice', name: 'practice-1', temperature: 0 },
    }
    const manifest = writeManifest(content)

    const loaded = await load<ChatPromptTemplate>(JSON.stringify(manifest))
    const { messages } = await loaded.invoke({ tone: 'kind', question: 'Why?', history: [] })

    expect(messages.map((message) => [message.type, message.content])).toEqual([
      ['system', 'Be kind. {"a": 1}'],
      ['human', 'Why?'],
    ])
    expect(readManifest(manifest)).toEqual(content)
  })

  test.each([
    ['no object', 7, 'no serialised'],
    ['another class', { id: ['x', 'Other'], kwargs: {} }, 'Other'],
    [
      'a jinja template',
      {
        id: ['PromptTemplate'],
        kwargs: { template: '{% x %}', template_format: 'jinja2' },
      },
      'jinja2',
    ],
    ['more than names', { id: ['PromptTemplate'], kwargs: { template: '{a:.2f}' } }, 'braces'],
    ['doubled braces', { id: ['PromptTemplate'], kwargs: { template: '{{{{a}}}}' } }, 'braces'],
  ])('of %s is kept and not understood', (_, manifest, problem) => {
    expect(readManifest(manifest)).toEqual({ problem: expect.stringContaining(problem) })
  })
})
