import type { RunError, RunEventBody } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { body, numberEvents } from '../../testing/event-factory.ts'
import { reduceRun } from './reduce-run.ts'
import { emptyRunView } from './run-view.ts'

const view = (...bodies: RunEventBody[]) => reduceRun(emptyRunView, numberEvents(bodies))

describe('messages', () => {
  test('appends tokens to a message, separately per channel', () => {
    const { messages, firstTokenAt } = view(
      body.status('running'),
      body.token('Let me think', { channel: 'reasoning' }),
      body.token('Hel'),
      body.token('lo'),
    )

    expect(messages['m1']).toMatchObject({ text: 'Hello', reasoning: 'Let me think' })
    expect(messages['m1']?.message).toBeNull()
    expect(firstTokenAt).toBe(2_000)
  })

  test('replaces streamed tokens with the complete message in place', () => {
    const { messages, transcript } = view(
      body.token('Hel'),
      body.message({ id: 'm1', role: 'assistant', content: 'Hello' }),
    )

    expect(transcript).toEqual([{ type: 'message', id: 'm1' }])
    expect(messages['m1']).toMatchObject({ text: 'Hello', message: { content: 'Hello' } })
  })

  test('matches a message without an id to the one streamed by the same model call', () => {
    const { messages, transcript } = view(
      body.token('Hel'),
      body.message({ role: 'assistant', content: 'Hello' }),
    )

    expect(transcript).toHaveLength(1)
    expect(messages['m1']?.text).toBe('Hello')
  })

  test('joins the text of several content parts', () => {
    const content = [
      { type: 'text' as const, text: 'one ' },
      { type: 'image_url' as const, image_url: { url: 'data:' } },
      { type: 'text' as const, text: 'two' },
    ]

    expect(view(body.message({ id: 'x', role: 'user', content })).messages['x']?.text).toBe(
      'one two',
    )
  })

  test('leaves other messages of a run untouched while tokens arrive', () => {
    const before = view(body.token('a', { messageId: 'm1' }), body.token('b', { messageId: 'm2' }))
    const after = reduceRun(before, numberEvents([body.token('c', { messageId: 'm2' })], 3))

    expect(after.messages['m1']).toBe(before.messages['m1'])
    expect(after.transcript).toBe(before.transcript)
  })
})

describe('tool calls', () => {
  const asked = body.message({
    id: 'm1',
    role: 'assistant',
    content: '',
    toolCalls: [{ id: 'call-1', name: 'calculator', args: { expression: '1+1' } }],
  })

  test('shows requested tool calls inside their message, with arguments and results', () => {
    const { transcript, toolCalls } = view(
      asked,
      body.tool('start', { args: { expression: '1+1' } }),
      body.tool('end', { result: '2' }),
    )

    expect(transcript).toEqual([{ type: 'message', id: 'm1' }])
    expect(toolCalls['call-1']).toMatchObject({
      status: 'success',
      args: { expression: '1+1' },
      result: '2',
      startedAt: 2_000,
      endedAt: 3_000,
    })
  })

  test('shows tool calls without a message as items of their own', () => {
    expect(view(body.tool('start')).transcript).toEqual([{ type: 'tool', id: 'call-1' }])
  })

  test('moves tool calls into a later message', () => {
    expect(view(body.tool('start'), asked).transcript).toEqual([{ type: 'message', id: 'm1' }])
  })

  test('takes a tool result from the tool message and does not list that message again', () => {
    const { transcript, toolCalls } = view(
      asked,
      body.message({ role: 'tool', content: '2', toolCallId: 'call-1', status: 'success' }),
    )

    expect(transcript).toHaveLength(1)
    expect(toolCalls['call-1']).toMatchObject({ status: 'success', result: '2' })
  })

  test('keeps the error of a failed tool call', () => {
    const error: RunError = { code: 'TOOL_ERROR', message: 'No such host', retryable: false }

    expect(
      view(body.tool('start'), body.tool('error', { error })).toolCalls['call-1'],
    ).toMatchObject({ status: 'error', error })
  })

  test('shows the error of a tool call only once', () => {
    const error: RunError = { code: 'TOOL_ERROR', message: 'No such host', retryable: false }
    const { toolCalls } = view(
      body.tool('start'),
      body.tool('error', { error }),
      body.message({
        role: 'tool',
        content: 'Error: No such host',
        toolCallId: 'call-1',
        status: 'error',
      }),
    )

    expect(toolCalls['call-1']).toMatchObject({ status: 'error', error, result: undefined })
  })

  test('shows the reason of a rejected tool call instead of a result', () => {
    const { toolCalls, rejections } = view(
      asked,
      body.interrupt({
        kind: 'approval',
        id: 'i1',
        node: 'answer',
        title: 'Answer',
        createdAt: 0,
        calls: [{ id: 'call-1', name: 'calculator', args: {}, description: '', schema: {} }],
      }),
      body.answer({ kind: 'approval', decisions: [{ type: 'reject', reason: 'Too dear.' }] }, 'i1'),
      body.message({
        role: 'tool',
        content: 'A human refused this call: Too dear.',
        toolCallId: 'call-1',
        status: 'error',
      }),
    )

    expect(rejections).toEqual({ 'call-1': 'Too dear.' })
    expect(toolCalls).toEqual({})
  })
})
