import type { Json } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { deriveState, readWrites } from './derived-state.ts'

const ran = (node: string, inputs: Json, outputs: Json, way = '__pregel_pull') => ({
  node,
  inputs,
  outputs,
  metadata: { langgraph_path: [way, node] },
})

const human = {
  lc: 1,
  type: 'constructor',
  id: ['langchain_core', 'messages', 'HumanMessage'],
  kwargs: { content: 'Hi' },
}

describe('the state around a superstep', () => {
  const start = ran('__start__', { topic: 'Water' }, { topic: 'Water' })
  const plan = ran('plan', { topic: 'Water', notes: [] }, { parts: ['a', 'b'] })
  const look = ran('look', { part: 'a' }, { notes: ['A'] }, '__pregel_push')
  const seen = { topic: 'Water', parts: ['a', 'b'], notes: ['A'] }
  const write = ran('write', seen, { report: 'Done' })
  const end = { ...seen, report: 'Done' }
  const stretch = { steps: [[start], [plan], [look, look], [write]], end }

  test('derives the state from the inputs of its nodes and the next step', () => {
    expect(deriveState({ ...stretch, steps: stretch.steps.slice(0, 2) }, 0)).toEqual({
      before: null,
      after: { topic: 'Water', notes: [] },
      unknownChannels: new Set(),
    })
  })

  test('after the last superstep is the graph’s output', () => {
    const interrupted = { ...stretch, end: { ...end, __interrupt__: [] } }

    expect(deriveState(interrupted, 3)).toMatchObject({ before: seen, after: end })
    expect(deriveState({ ...stretch, end: null }, 3).after).toBeNull()
  })

  test('around nodes started by Send is restored from later steps and their writes', () => {
    expect(deriveState(stretch, 1).after).toEqual({ topic: 'Water', parts: ['a', 'b'] })
    expect(deriveState(stretch, 2)).toEqual({
      before: { topic: 'Water', notes: [], parts: ['a', 'b'] },
      after: seen,
      unknownChannels: new Set(),
    })
  })

  test('restores a channel that nodes started by Send appended to', () => {
    const said = (text: string, id?: string) => ({
      type: 'human',
      content: text,
      ...(id && { id }),
    })
    const ask = ran(
      'ask',
      { log: [], messages: [], sum: 1 },
      { log: ['x'], messages: [said('Go')], sum: 2 },
    )
    const answer = (text: string) =>
      ran('answer', { text }, { log: [text], messages: said(text), sum: 3 }, '__pregel_push')
    const messages = [said('Go', '1'), said('a', '2'), said('b', '3')]
    const end = { log: ['x', 'a', 'b'], messages, sum: 8 }

    const asked = { steps: [[ask], [answer('b'), answer('a')]], end }
    const state = deriveState(asked, 1)

    expect(state.before).toEqual({
      log: ['x'],
      messages: [{ role: 'user', content: 'Go', id: '1' }],
    })
    expect(state.unknownChannels).toEqual(new Set(['sum']))
    expect(deriveState(asked, 1, false).before).toEqual({})
  })

  test('omits a channel that nodes started by Send overwrote', () => {
    const said = (text: string) => ({ type: 'human', id: '1', content: text })
    const ask = ran('ask', { list: [], messages: [] }, { list: ['old'], messages: [said('Go')] })
    const answer = ran('answer', {}, { list: ['new'], messages: [said('Went')] }, '__pregel_push')

    const end = { list: ['new'], messages: [said('Went')] }
    const state = deriveState({ steps: [[ask], [answer]], end }, 1)

    expect(state.before).toEqual({})
    expect(state.unknownChannels).toEqual(new Set(['list', 'messages']))
  })

  test('contains messages in the contract’s format', () => {
    const { before } = deriveState({ steps: [[ran('a', { messages: [human] }, null)]], end: 0 }, 0)

    expect(before).toEqual({ messages: [{ role: 'user', content: 'Hi' }] })
  })
})

describe('writes of a node', () => {
  const command = { lg_name: 'Command', update: { score: 3 }, goto: ['judge'] }
  const ofPython = { graph: null, update: { a: 1 }, resume: null, goto: [{ node: 'b', arg: 1 }] }

  test.each<[string, Json, ReturnType<typeof readWrites>]>([
    ['an update', { score: 3 }, { updates: [{ score: 3 }], goto: [] }],
    ['a command', command, { updates: [{ score: 3 }], goto: ['judge'] }],
    ['Python’s command', { output: ofPython }, { updates: [{ a: 1 }], goto: ['b'] }],
    [
      'several',
      { output: [command, { a: 1 }] },
      { updates: [{ score: 3 }, { a: 1 }], goto: ['judge'] },
    ],
    ['nothing', { output: null }, { updates: [], goto: [] }],
    ['a channel named output', { output: 'x' }, { updates: [{ output: 'x' }], goto: [] }],
  ])('writes are read from %s', (_, outputs, wrote) => {
    expect(readWrites({ outputs })).toEqual(wrote)
  })
})
