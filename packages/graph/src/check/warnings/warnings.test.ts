import type { Channel, LiveThreads } from '@lathe/contract'
import { expect, test } from 'vitest'
import { fixesFor } from '../../fix/fixes-for.ts'
import { graph, set } from '../../testing/documents.ts'
import { environment } from '../../testing/environment.ts'
import { checkDocument } from '../check.ts'

const document = (notes: Channel) =>
  graph({
    state: { topic: { type: 'string' }, notes },
    output: ['notes'],
    nodes: { a: set({ notes: '= [topic]' }) },
    edges: ['start > a', 'a > end'],
  })
const held = (notes: LiveThreads['state'][string], threads = 2, version: number | null = 3) => ({
  version,
  threads,
  state: { topic: { type: 'string' as const }, notes },
})
const warnings = (notes: Channel, liveThreads: LiveThreads[]) =>
  checkDocument(document(notes), { ...environment, liveThreads })

test('a reducer change is reported with the number of live threads', () => {
  const problems = warnings({ type: 'array', reducer: 'append' }, [
    held({ type: 'array' }),
    held({ type: 'array', reducer: 'replace' }, 1, null),
    held({ type: 'array', reducer: 'append' }, 5),
  ])

  expect(problems).toEqual([
    {
      code: 'REDUCER_CHANGED',
      severity: 'warning',
      location: { channel: 'notes', field: 'reducer' },
      message:
        'The reducer of `notes` is `append` and was `replace` in version 3; the next run of 3 live threads continues with the existing value',
    },
  ])
})

test('a fix restores the reducer of the live threads', () => {
  const live = { ...environment, liveThreads: [held({ type: 'array' })] }
  const changed = document({ type: 'array', reducer: 'append' })
  const [problem] = checkDocument(changed, live)
  if (!problem) throw new Error('There is no problem')

  const [fix, ...others] = fixesFor(changed, problem, live)

  expect([fix?.label, others]).toEqual(['Restore the reducer `replace`', []])
  expect(checkDocument(fix?.apply(changed) ?? changed, live)).toEqual([])
})

test.each<[string, Channel, LiveThreads['state'][string]]>([
  ['a reducer that is written out now', { type: 'array', reducer: 'replace' }, { type: 'array' }],
  [
    'what was never checkpointed',
    { type: 'array', reducer: 'append' },
    { type: 'array', untracked: true },
  ],
  [
    'what is not checkpointed any more',
    { type: 'array', untracked: true },
    { type: 'array', reducer: 'append' },
  ],
])('no live thread warning is raised for %s', (_, notes, before) => {
  expect(warnings(notes, [held(before)])).toEqual([])
})

test('a new channel affects no live thread', () => {
  const live = [{ version: 1, threads: 4, state: { topic: { type: 'string' as const } } }]

  expect(warnings({ type: 'array', reducer: 'append' }, live)).toEqual([])
})

const codesWith = (prompt: { messages: [] } | { name: string }) => {
  const model = { connection: 'demo', name: 'demo-1' }
  const document = graph({
    state: { notes: { type: 'string' }, answer: { type: 'string' } },
    output: ['answer'],
    nodes: {
      find: { kind: 'set', values: { notes: { template: 'x' } } },
      reply: { kind: 'model', model, prompt, output: { text: 'answer' } },
    },
    edges: ['start > find', 'find > reply', 'reply > end'],
  })
  return checkDocument(document, environment).map(({ code }) => code)
}

test('a channel that a registry prompt may read raises no NEVER_READ', () => {
  expect(codesWith({ messages: [] })).toContain('NEVER_READ')
  expect(codesWith({ name: 'answer' })).not.toContain('NEVER_READ')
})
