import { screen, waitFor } from '@testing-library/react'
import { skeletonWriter } from '@lathe/traces'
import { afterEach, expect, test, vi } from 'vitest'
import { uuid } from '../../testing/event-factory.ts'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderInApp } from '../../testing/render.tsx'
import { span, trace } from './testing.ts'
import { useSkeleton } from './use-skeleton.ts'

let stop = () => {}
afterEach(() => {
  vi.useRealTimers()
  stop()
})

function Shown() {
  const { skeleton, isGone } = useSkeleton(uuid(1))
  return (
    <p>
      {skeleton?.trace.title} {isGone ? 'is gone' : 'is there'}
    </p>
  )
}

test.each([
  ['has ended', {}],
  ['another program is still sending', { source: 'otlp', endedAt: null, runId: null } as const],
])('of a trace that %s, what is shown stays when somebody deletes it', async (_what, more) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isDeleted = false
  stop = serveFake({
    traces: {
      skeleton: fake.traces.skeleton.handler(async function* ({ errors }) {
        if (isDeleted) throw errors.NO_SUCH_TRACE()
        yield { type: 'trace', trace: trace(1, more) }
        yield { type: 'spans', spans: skeletonWriter(0)([span()]) }
      }),
      feedback: fake.traces.feedback.handler(({ errors }) => {
        if (isDeleted) throw errors.NO_SUCH_TRACE()
        return []
      }),
    },
  })
  renderInApp(<Shown />)
  await waitFor(() => expect(screen.getByText('Trace 1 is there')).toBeVisible())

  isDeleted = true
  await vi.advanceTimersByTimeAsync(2_000)
  await waitFor(() => expect(screen.getByText('Trace 1 is gone')).toBeVisible())

  isDeleted = false
  await vi.advanceTimersByTimeAsync(31_000)
  await waitFor(() => expect(screen.getByText('Trace 1 is there')).toBeVisible())
})
