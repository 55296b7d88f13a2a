import { describe, expect, test } from 'vitest'
import { answerChat, answerText } from '../testing/answer.ts'
import { functionTool, TOOLS } from '../testing/tools.ts'
import { readToolResult, toolResultAnswer } from './respond.ts'

describe('a request without a script', () => {
  test('gets one sentence about the demo model and the request', () => {
    const { content } = answerChat({
      messages: [
        { role: 'system', content: 'You write poems.' },
        { role: 'user', content: 'Write a poem about tea' },
      ],
      tools: [functionTool('search', 'Search the web', { query: { type: 'string' } })],
    })

    expect(content).toBe(
      "This is Lathe's demo model, which has no script for “Write a poem about tea” (received: 2 messages, 1 tool); to get a real answer, add a connection under Models and select one of its models.",
    )
  })

  test('quotes a request up to 60 characters, on one line', () => {
    expect(answerText(`Translate\nthis: ${'bonjour '.repeat(40)}`)).toContain(
      `“Translate this: ${'bonjour '.repeat(5)}bonj…”`,
    )
  })

  test('gets a JSON object in JSON mode', () => {
    const { content } = answerChat({
      messages: [{ role: 'user', content: 'Answer in JSON' }],
      response_format: { type: 'json_object' },
    })

    expect(JSON.parse(content ?? '')).toEqual({ answer: expect.stringContaining('demo model') })
  })

  test('fills the parameters of a forced tool', () => {
    const { toolCalls } = answerChat({
      messages: [{ role: 'user', content: 'Mail Ada' }],
      tools: [functionTool('contact', 'A contact', { email: { type: 'string', format: 'email' } })],
      tool_choice: { type: 'function', function: { name: 'contact' } },
    })

    expect(toolCalls.map(({ name, arguments: args }) => [name, JSON.parse(args)])).toEqual([
      ['contact', { email: expect.stringContaining('@') }],
    ])
  })
})

describe('a prompt with passages', () => {
  const system =
    'Answer from the context.\n\nContext:\n- Goods may be returned within thirty days. The shop pays for the return. (Source: Returns.)\n- Parcels arrive within five days. (Source: Shipping.)'

  test('gets the sentences that concern the question, and their source', () => {
    expect(answerText('Who pays for the return of goods?', system)).toBe(
      'Goods may be returned within thirty days. The shop pays for the return. (Source: Returns.)',
    )
  })

  test('gets the numbers of its passages', () => {
    const numbered = 'Passages:\n[1] Parcels arrive within five days.\n[2] Lamps last ten years.'

    expect(answerText('How long do lamps last?', numbered)).toBe('Lamps last ten years. [2]')
  })

  test('states that the passages do not answer an unrelated question', () => {
    expect(answerText('Who won?', system)).toBe('The passages do not answer this question.')
  })
})

test('ignores the tools if the tool choice is none', () => {
  const { toolCalls } = answerChat({
    messages: [{ role: 'user', content: 'What is 2 + 2?' }],
    tools: TOOLS,
    tool_choice: 'none',
  })

  expect(toolCalls).toEqual([])
})

describe('readToolResult', () => {
  test.each([
    ['437', { kind: 'value', text: '437' }],
    ['{"result": 437}', { kind: 'value', text: '437' }],
    ['{"city": "Oslo", "wind": 3}', { kind: 'value', text: '{"city": "Oslo", "wind": 3}' }],
    ['Error: division by zero', { kind: 'error', message: 'division by zero' }],
    ['{"error": {"message": "no such city"}}', { kind: 'error', message: 'no such city' }],
    ['Nothing is known about tea.', { kind: 'passages', passages: [] }],
    ['[]', { kind: 'passages', passages: [] }],
    [
      '[{"title": "Tea", "text": "A drink."}, "Plain."]',
      {
        kind: 'passages',
        passages: [
          { text: 'A drink.', source: 'Tea' },
          { text: 'Plain.', source: undefined },
        ],
      },
    ],
    [
      'One thing. (Source: A.)\n\nAnother.',
      {
        kind: 'passages',
        passages: [
          { text: 'One thing.', source: 'A' },
          { text: 'Another.', source: undefined },
        ],
      },
    ],
  ])('reads %s', (text, result) => {
    expect(readToolResult(text)).toEqual(result)
  })
})

const call = (name: string, result: string) => ({ name, arguments: {}, result })

describe('toolResultAnswer', () => {
  test.each([
    [call('calculator', '42'), 'The calculator returned 42.'],
    [call('get_weather', 'sunny'), 'The tool get_weather returned sunny.'],
    [call('calculator', 'Error: division by zero'), 'The calculator failed: division by zero.'],
    [call('knowledge_lookup', '[]'), 'The tool knowledge_lookup found nothing.'],
    [
      call(
        'knowledge_lookup',
        'Tea is a drink. It is hot.\n(Source: Tea.)\n\nSand is dry. (Source: Sand.)',
      ),
      'Tea is a drink. (Source: Tea.)',
    ],
  ])('states the result of %j', (exchange, answer) => {
    expect(toolResultAnswer([exchange], 'Which drink is tea?')).toBe(answer)
  })

  test('states the results in the order of the calls', () => {
    const exchanges = [call('calculator', '4'), call('calculator', '40')]

    expect(toolResultAnswer(exchanges, '')).toBe(
      'The calculator returned 4. The calculator returned 40.',
    )
  })
})
