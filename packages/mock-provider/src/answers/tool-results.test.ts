import { describe, expect, test } from 'vitest'
import { readToolResult, toolResultAnswer } from './tool-results.ts'

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
