import { expect, test } from 'vitest'
import { parseRecording } from './recording.ts'

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
  expect(parseRecording(tape)).toBe(tape)
})

test.each([null, undefined, 'tape', 7, {}, []])('%j is no tape', (value) => {
  expect(() => parseRecording(value)).toThrow('This is no tape of Lathe')
})

test('a tape of another format says which, and what to do', () => {
  expect(() => parseRecording({ ...tape, format: 2 })).toThrow('has format 2: this version reads 1')
})

test.each(['requests', 'tools', 'answers', 'recorded', 'input'])(
  'a tape that lacks its %s was cut',
  (part) => {
    expect(() => parseRecording({ ...tape, [part]: undefined })).toThrow('cut or was changed')
  },
)
