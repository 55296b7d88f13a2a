import { expect, test } from 'vitest'
import { checkedTape } from './recording.ts'

const tape = {
  format: 1,
  title: 'Tides',
  input: { question: 'Tides?' },
  steps: 9,
  requests: [],
  tools: [],
  answers: [],
  recorded: { output: null, nodes: [], toolCalls: [] },
}

test('a whole tape is taken as it is', () => {
  expect(checkedTape(tape)).toBe(tape)
})

test.each([null, undefined, 'tape', 7, {}, []])('%j is no tape', (value) => {
  expect(() => checkedTape(value)).toThrow('This is no tape of Lathe')
})

test('a tape of another format says which, and what to do', () => {
  expect(() => checkedTape({ ...tape, format: 2 })).toThrow('has format 2: this version reads 1')
})

test.each(['requests', 'tools', 'answers', 'recorded', 'input'])(
  'a tape that lacks its %s was cut',
  (part) => {
    expect(() => checkedTape({ ...tape, [part]: undefined })).toThrow('cut or was changed')
  },
)
