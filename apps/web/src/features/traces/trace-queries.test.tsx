import { screen, waitFor } from '@testing-library/react'
import { createOutlineWriter } from '@lathe/traces'
import { afterEach, expect, test, vi } from 'vitest'
import { uuid } from '../../testing/event-factory.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderInApp } from '../../testing/render.tsx'
import { span, trace } from './testing.ts'
import { useTraceOutline } from './trace-queries.ts'

let stop = () => {}
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  stop()
})

function OutlineView() {
  const { outline: skeleton, isDeleted, lostSince } = useTraceOutline(uuid(1))
  return (
    <p>
      {skeleton?.trace.title} {isDeleted ? 'is gone' : 'is there'}
      {skeleton?.spans.map(({ endedAt }) => (endedAt === null ? ', open' : ', ended'))}
      {lostSince !== undefined && ', lost'}
    </p>
  )
}

test.each([
  ['ended', {}],
  ['external, running', { source: 'otlp', endedAt: null, runId: null } as const],
])('a trace (%s) stays visible after it is deleted', async (_what, overrides) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isDeleted = false
  stop = serveFake({
    traces: {
      outline: fake.traces.outline.handler(async function* ({ errors }) {
        if (isDeleted) throw errors.NO_SUCH_TRACE()
        yield { type: 'trace', trace: trace(1, overrides) }
        yield { type: 'spans', spans: createOutlineWriter(0)([span()]) }
      }),
      feedback: fake.traces.feedback.handler(({ errors }) => {
        if (isDeleted) throw errors.NO_SUCH_TRACE()
        return []
      }),
    },
  })
  renderInApp(<OutlineView />)
  await waitFor(() => expect(screen.getByText('Trace 1 is there, ended')).toBeVisible())

  isDeleted = true
  await vi.advanceTimersByTimeAsync(2_000)
  await waitFor(() => expect(screen.getByText('Trace 1 is gone, ended')).toBeVisible())

  isDeleted = false
  await vi.advanceTimersByTimeAsync(31_000)
  await waitFor(() => expect(screen.getByText('Trace 1 is there, ended')).toBeVisible())
})

const another = { source: 'langsmith', runId: null } as const

/** Serves an external trace. `told` returns its current end times. */
function serveImportedTrace(told: () => { endedAt: number | null; stepNumber: number | null }) {
  stop = serveFake({
    traces: {
      outline: fake.traces.outline.handler(async function* () {
        const { endedAt, stepNumber } = told()
        const lastReceivedAt = Date.now() * 1_000
        yield { type: 'trace', trace: trace(1, { ...another, endedAt, lastReceivedAt }) }
        yield { type: 'spans', spans: createOutlineWriter(0)([span({ endedAt: stepNumber })]) }
      }),
      feedback: fake.traces.feedback.handler(() => []),
    },
  })
}

test('shows the end of a span that arrives after the end of its trace', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let stepNumber: number | null = null
  serveImportedTrace(() => ({ endedAt: 1_000, stepNumber }))
  renderInApp(<OutlineView />)
  await waitFor(() => expect(screen.getByText('Trace 1 is there, open')).toBeVisible())

  stepNumber = 900
  await vi.advanceTimersByTimeAsync(2_000)

  await waitFor(() => expect(screen.getByText('Trace 1 is there, ended')).toBeVisible())
})

test('reports that a growing trace cannot be reloaded, until it can', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isDown = false
  serveImportedTrace(() => {
    if (isDown) throw new Error('down')
    return { endedAt: null, stepNumber: null }
  })
  renderInApp(<OutlineView />)
  await waitFor(() => expect(screen.getByText('Trace 1 is there, open')).toBeVisible())

  isDown = true
  await vi.advanceTimersByTimeAsync(2_000)
  await waitFor(() => expect(screen.getByText('Trace 1 is there, open, lost')).toBeVisible())

  isDown = false
  await vi.advanceTimersByTimeAsync(10_000)
  await waitFor(() => expect(screen.getByText('Trace 1 is there, open')).toBeVisible())
})

test('shows the first part before reading buffered ones', async () => {
  const paused = Promise.withResolvers<void>()
  vi.stubGlobal('scheduler', { postTask: async () => await paused.promise })
  stop = serveFake({
    traces: {
      outline: fake.traces.outline.handler(async function* () {
        const writeOutline = createOutlineWriter(0)
        yield { type: 'trace', trace: trace(1) }
        yield { type: 'spans', spans: writeOutline([span()]) }
        yield { type: 'spans', spans: writeOutline([span({ id: uuid(2) })]) }
      }),
      feedback: fake.traces.feedback.handler(() => []),
    },
  })
  renderInApp(<OutlineView />)
  await waitFor(() => expect(screen.getByText('Trace 1 is there, ended')).toBeVisible())

  paused.resolve()
  await waitFor(() => expect(screen.getByText('Trace 1 is there, ended, ended')).toBeVisible())
})
