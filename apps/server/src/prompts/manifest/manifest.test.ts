import { ChatPromptTemplate } from '@langchain/core/prompts'
import { HumanMessage } from '@langchain/core/messages'
import { load } from '@langchain/core/load'
import { describe, expect, test } from 'vitest'
import { readManifest } from './read-manifest.ts'
import { writeManifest } from './write-manifest.ts'

const picture = (url: string) => ({ type: 'image_url', image_url: { url } })

const pushed = (prompt: unknown) => JSON.parse(JSON.stringify(prompt))

describe('manifest', () => {
  test('converts a LangChain prompt, with f-strings as mustache', () => {
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

  test('a manifest is loaded by LangChain and read back unchanged', async () => {
    const content = {
      messages: [
        { role: 'system' as const, text: 'Be {{tone}}. {"a": 1}' },
        { role: 'placeholder' as const, channel: 'history' },
        {
          role: 'user' as const,
          text: '{{question}}',
          images: ['{{photo}}', 'https://pictures.example/{{question}}.png'],
        },
        { role: 'user' as const, text: '', images: ['data:image/png;base64,AA=='] },
      ],
      model: { connection: 'demo', name: 'demo-1', temperature: 0 },
    }
    const manifest = writeManifest(content)

    const loaded = await load<ChatPromptTemplate>(JSON.stringify(manifest))
    const { messages } = await loaded.invoke({
      tone: 'kind',
      question: 'Why?',
      history: [],
      photo: 'data:image/png;base64,/+8=',
    })

    expect(messages.map((message) => [message.type, message.content])).toEqual([
      ['system', 'Be kind. {"a": 1}'],
      [
        'human',
        [
          { type: 'text', text: 'Why?' },
          picture('data:image/png;base64,/+8='),
          picture('https://pictures.example/Why?.png'),
        ],
      ],
      ['human', [picture('data:image/png;base64,AA==')]],
    ])
    expect(readManifest(manifest)).toEqual(content)
  })

  test('keeps the detail setting of pictures', () => {
    const content = {
      messages: [
        { role: 'user' as const, text: 'Why?', images: ['{{a}}', '{{b}}'], detail: 'low' as const },
      ],
    }

    expect(readManifest(writeManifest(content))).toEqual(content)
  })

  test.each(['mustache', 'f-string'] as const)(
    'places the pictures of a message in %s after its texts',
    (templateFormat) => {
      const named = (name: string) => (templateFormat === 'mustache' ? `{{${name}}}` : `{${name}}`)
      const asking = ChatPromptTemplate.fromMessages(
        [
          [
            'human',
            [
              { type: 'image_url', image_url: { url: named('photo'), detail: 'low' } },
              { type: 'text', text: `What is ${named('thing')}?` },
              { type: 'image_url', image_url: `https://pictures.example/${named('thing')}.png` },
            ],
          ],
          new HumanMessage({ content: [{ type: 'text', text: 'And this?' }, picture('data:,')] }),
        ],
        { templateFormat },
      )

      expect(readManifest(pushed(asking))).toEqual({
        messages: [
          {
            role: 'user',
            text: 'What is {{thing}}?',
            images: ['{{photo}}', 'https://pictures.example/{{thing}}.png'],
          },
          { role: 'user', text: 'And this?', images: ['data:,'] },
        ],
      })
    },
  )

  test.each([
    [
      'a picture shown by the system',
      pushed(
        ChatPromptTemplate.fromMessages([
          ['system', [{ type: 'image_url', image_url: { url: '{photo}' } }]],
        ]),
      ),
      'outside a human message',
    ],
    [
      'a message with sound',
      pushed(
        ChatPromptTemplate.fromMessages([
          new HumanMessage({ content: [{ type: 'input_audio', input_audio: {} }] }),
        ]),
      ),
      'more than text and pictures',
    ],
    ['no object', 7, 'not a serialized'],
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
  ])('stores a manifest of %s and reports it as unsupported', (_, manifest, problem) => {
    expect(readManifest(manifest)).toEqual({ problem: expect.stringContaining(problem) })
  })
})
