import { expect, test } from 'vitest'
import { callTitle, inputTitle } from './input-title.ts'

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
  [
    'what was said, not by the model that stands before it',
    { model: 'gpt-4o', user: 'u1', messages: [{ role: 'user', content: 'Is it free?' }] },
    'Is it free?',
  ],
  ['its text, not by the model', { model: 'gpt-5', input: 'Is it free?' }, 'Is it free?'],
  ['what it was resumed with', { lg_name: 'Command', resume: 'go on', goto: [] }, 'go on'],
  ['that it was resumed', { lg_name: 'Command', resume: true, goto: [] }, 'Resumed with true'],
  ['what is asked, not the scene', { system: 'Be kind.', prompt: 'Is it free?' }, 'Is it free?'],
  [
    'what the user said, not what a tool answered since',
    {
      messages: [
        { role: 'user', content: 'Rain?' },
        { role: 'tool', content: '{"rain":true}' },
      ],
    },
    'Rain?',
  ],
  ['what a member is called, who is no message', { by: [{ role: 'user', name: 'Ada' }] }, 'user'],
  ['all of a list of texts', { topics: ['sun', id, 'rain', 'fog'] }, 'sun, rain, fog'],
  ['signs that are whole', { question: `${'a'.repeat(78)}🎉🎉` }, `${'a'.repeat(78)}…`],
  ['nothing where there are only ids', { id, trace_id: id.replaceAll('-', '') }, ''],
])('the title of a trace is %s', (_what, inputs, title) => {
  expect(inputTitle(inputs)).toBe(title)
})

const said = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })

test.each([
  [
    'what the user said last',
    [said('system', 'Help.'), said('user', 'Is it\nfree?')],
    'Is it free?',
  ],
  [
    'not by what tools answered since',
    [said('user', 'Is it free?'), said('assistant', ''), said('tool', 'No')],
    'Is it free?',
  ],
  ['nothing where no user spoke', [said('system', 'Help.')], ''],
])('the title of a call is %s', (_what, messages, title) => {
  expect(callTitle({ messages })).toBe(title)
})
