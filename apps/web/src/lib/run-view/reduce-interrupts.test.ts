import type { RunEventBody } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { body, numberEvents, uuid } from '../../testing/event-factory.ts'
import { reduceRun } from './reduce-run.ts'
import { emptyRunView } from './run-view.ts'

const view = (...bodies: RunEventBody[]) => reduceRun(emptyRunView, numberEvents(bodies))

describe('interrupts', () => {
  const ask: RunEventBody = body.interrupt({
    kind: 'ask',
    id: 'i1',
    node: 'review',
    title: 'Review',
    createdAt: 0,
    message: 'Refund?',
    form: null,
    decisions: [{ port: 'yes', label: 'Yes' }],
    deadlineAt: null,
  })

  test('keeps interrupts waiting until the run resumes', () => {
    const paused = view(body.start('review'), ask, body.status('interrupted'))
    const resumed = reduceRun(paused, numberEvents([body.status('running')], 4))

    expect(paused.interrupts.map(({ id }) => id)).toEqual(['i1'])
    expect(resumed.interrupts).toEqual([])
  })

  test('keeps an answered interrupt in the transcript once, with its answer', () => {
    const answer = body.answer({ kind: 'ask', decision: 'yes', values: { note: 'ok' } }, 'i1')
    const { transcript, answers } = view(
      ask,
      body.status('interrupted'),
      body.status('running'),
      answer,
      answer,
    )

    expect(transcript).toEqual([{ type: 'answer', id: 'i1' }])
    expect(answers['i1']).toMatchObject({
      question: { message: 'Refund?' },
      answer: { decision: 'yes', values: { note: 'ok' } },
    })
  })

  test('shows which calls a human rejected and why', () => {
    const call = (id: string) => ({ id, name: 'mail', args: {}, description: '', schema: {} })
    const decisions = [{ type: 'approve' }, { type: 'reject', reason: 'Too dear' }] as const
    const { rejections } = view(
      body.interrupt({
        kind: 'approval',
        id: 'i2',
        node: 'answer',
        title: 'Mail',
        createdAt: 0,
        calls: [call('c1'), call('c2')],
      }),
      body.status('interrupted'),
      body.status('running'),
      body.answer({ kind: 'approval', decisions: [...decisions] }, 'i2'),
    )

    expect(rejections).toEqual({ c2: 'Too dear' })
  })

  test('shows an interrupted node as waiting, not failed', () => {
    const { nodes } = view(body.start('review'), body.end('review', { status: 'interrupted' }))

    expect(nodes['review']?.status).toBe('interrupted')
  })

  test('runs an answered node again under the same task', () => {
    const { nodes } = view(
      body.start('review'),
      body.end('review', { status: 'interrupted' }),
      body.start('review', { spanId: uuid(2) }),
      body.end('review', { spanId: uuid(2) }),
    )

    expect(nodes['review']).toMatchObject({ status: 'success', running: 0, count: 1 })
  })
})
