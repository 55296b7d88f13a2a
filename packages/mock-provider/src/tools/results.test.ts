import { describe, expect, test } from 'vitest'
import { numberIn, readResult } from './results.ts'

describe('a tool result is read', () => {
  test.each([
    ['437', { kind: 'value', text: '437' }],
    ['{"result": 437}', { kind: 'value', text: '437' }],
    ['Error: division by zero', { kind: 'error', message: 'division by zero' }],
    ['{"error": {"message": "no such city"}}', { kind: 'error', message: 'no such city' }],
    ['{"status": 404, "body": "gone"}', { kind: 'error', message: 'status 404' }],
    [
      '{"status": 200, "body": "{\\"temperature\\": 21}"}',
      { kind: 'record', entries: [['temperature', '21']] },
    ],
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
    ['<html><h1>Tea</h1></html>', { kind: 'value', text: 'Tea' }],
    [
      '{"city": "Oslo", "wind": 3}',
      {
        kind: 'record',
        entries: [
          ['city', 'Oslo'],
          ['wind', '3'],
        ],
      },
    ],
  ])('%s', (text, result) => {
    expect(readResult(text)).toEqual(result)
  })

  test('as a number, where the request goes on from it', () => {
    expect(numberIn('{"result": 4}')).toBe(4)
    expect(numberIn('-2.5')).toBe(-2.5)
    expect(numberIn('Oslo')).toBeUndefined()
  })
})
