import { ZERO_USAGE, type RunEvent } from '@lathe/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fake, serveFake } from '../../testing/fake-api.ts'
import { renderInApp } from '../../testing/render.tsx'
import { body, numberEvents, uuid } from '../../testing/event-factory.ts'
import { traceOutlineKey, type TraceOutline } from './trace-queries.ts'
import { span, trace } from './testing.ts'
import { useLiveTrace } from './use-live-trace.ts'

let stop = () => {}
afterEach(() => stop())

const running = trace(99, { status: 'running', endedAt: null })

function LiveTraceView() {
  const { text, link } = useLiveTrace(running, true)
  return <p>{`${text.get(uuid(50)) ?? ''} ${link?.state}`}</p>
}

/** Breaks after the first two events and serves the rest on reconnect. */
function serveWithBreak() {
  const events = numberEvents([
    body.status('running'),
    body.token('Hel'),
    body.token('lo'),
    body.status('success'),
  ])
  const requestedSeqs: (number | undefined)[] = []
  async function* from(after = 0): AsyncGenerator<RunEvent> {
    for (const event of events) {
      if (event.seq <= after) continue
      if (requestedSeqs.length === 1 && event.seq > 2) throw new Error('connection reset')
      yield event
    }
  }
  const handler = fake.runs.events.handler(({ input }) => {
    requestedSeqs.push(input.after)
    return from(input.after)
  })
  stop = serveFake({ runs: { events: handler } })
  return requestedSeqs
}

test('resumes after the last event when the connection breaks', async () => {
  const requestedSeqs = serveWithBreak()

  renderInApp(<LiveTraceView />)

  expect(await screen.findByText('Hel lost')).toBeVisible()
  expect(await screen.findByText('Hello closed')).toBeVisible()
  expect(requestedSeqs).toEqual([0, 2])
})

test.each([
  ['set when the token arrives', null],
  ['kept if already set', 7],
])('the first token time is %s', async (_, initialTime) => {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  async function* open(): AsyncGenerator<RunEvent> {
    yield* numberEvents([body.status('running'), body.token('Hel'), body.token('lo')])
    await end
  }
  stop = serveFake({ runs: { events: fake.runs.events.handler(open) } })
  const model = span({
    id: uuid(50),
    traceId: running.id,
    endedAt: null,
    firstTokenAt: initialTime,
  })
  const queries = new QueryClient()
  queries.setQueryData<TraceOutline>(traceOutlineKey(running.id), {
    trace: { ...running, firstTokenAt: initialTime },
    spans: [model],
    isComplete: true,
  })

  renderInApp(
    <QueryClientProvider client={queries}>
      <LiveTraceView />
    </QueryClientProvider>,
  )
  await screen.findByText('Hello live')
  resolve()

  const at = initialTime ?? numberEvents([body.status('running'), body.token('Hel')])[1]?.at
  expect(queries.getQueryData(traceOutlineKey(running.id))).toMatchObject({
    trace: { firstTokenAt: at },
    spans: [{ firstTokenAt: at }],
  })
})

test("the trace's totals follow its spans", async () => {
  const usage = { ...ZERO_USAGE, input: 449, output: 8 }
  async function* open(): AsyncGenerator<RunEvent> {
    yield* numberEvents([body.span({ endedAt: 9, usage }), body.token('Hel')])
    await new Promise(() => undefined)
  }
  stop = serveFake({ runs: { events: fake.runs.events.handler(open) } })
  const queries = new QueryClient()
  queries.setQueryData<TraceOutline>(traceOutlineKey(running.id), {
    trace: { ...running, spanCount: 1 },
    spans: [span({ traceId: running.id })],
    isComplete: true,
  })

  renderInApp(
    <QueryClientProvider client={queries}>
      <LiveTraceView />
    </QueryClientProvider>,
  )
  await screen.findByText('Hel live')

  expect(queries.getQueryData(traceOutlineKey(running.id))).toMatchObject({
    trace: { spanCount: 2, usage },
  })
})
