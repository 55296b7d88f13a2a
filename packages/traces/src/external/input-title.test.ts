import { expect, test } from 'vitest'
import { titleOfInputs } from './input-title.ts'

const id = '0190a000-0000-7000-8000-00000000000a'

test.each([
  ['its question', { question: ' Is it\nfree? ' }, 'Is it free?'],
  ['not an id that stands before it', { id, question: 'Is it free?' }, 'Is it free?'],
  [
    'of a run that is judged what that was asked',
    { args: [{ judged: { run: { id, name: 'target', inputs: { q: 'One?' } } } }, { target: id }] },
    'One?',
  ],
  [
    'of a judged run without inputs what it is called',
    { run: { id, inputs: {}, name: 'target' } },
    'target',
  ],
  ['nothing where there are only ids', { id, trace_id: id.replaceAll('-', '') }, ''],
])('a trace is called by %s', (_what, inputs, title) => {
  expect(titleOfInputs(inputs)).toBe(title)
})
