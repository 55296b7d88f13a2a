import { expect, test } from 'vitest'
import { parseRecording } from './recording.ts'

const recording = {
  format: 1,
  title: 'Tides',
  input: { question: 'Tides?' },
  steps: 9,
  requests: [],
  tools: [],
  answers: [],
  recorded: { output: null, nodes: [], toolCalls: [] },
}

test('accepts a complete recording unchanged', () => {
  expect(parseRecording(recording)).toBe(recording)
})

test.each([null, undefined, 'recording', 7, {}, []])(
  'rejects %j, which is not a recording',
  (value) => {
    expect(() => parseRecording(value)).toThrow('This is not a recording of Lathe')
  },
)

test('reports the format of an unsupported recording and what to do', () => {
  expect(() => parseRecording({ ...recording, format: 2 })).toThrow(
    'has format 2, but this version reads format 1',
  )
})

test.each(['requests', 'tools', 'answers', 'recorded', 'input'])(
  'rejects a recording without its %s',
  (part) => {
    expect(() => parseRecording({ ...recording, [part]: undefined })).toThrow(
      'incomplete or was changed',
    )
  },
)
