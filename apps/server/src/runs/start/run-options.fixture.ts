import { GraphDocument, type RunEvent, type StartRun } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { startRunningApp } from '../../testing/running-app.ts'

export const document = GraphDocument.parse({
  format: 1,
  state: {
    topic: { type: 'string' },
    n: { type: 'number' },
    seen: { type: 'array', reducer: 'append', default: [] },
    scratch: { type: 'string', untracked: true },
  },
  input: ['topic'],
  output: ['seen'],
  nodes: {
    a: {
      kind: 'set',
      values: { seen: { value: ['a'] }, n: { value: 1 }, scratch: { value: 's' } },
    },
    b: { kind: 'set', values: { seen: { template: 'b of {{topic}}' } } },
    choose: {
      kind: 'branch',
      decide: { by: 'rules', rules: [{ port: 'low', when: 'n < 5' }] },
      else: 'high',
    },
    c: { kind: 'set', values: { seen: { value: ['c'] } } },
  },
  edges: [
    { from: 'start', to: 'a' },
    { from: 'a', to: 'b' },
    { from: 'b', to: 'choose' },
    { from: 'choose', when: 'low', to: 'c' },
    { from: 'choose', when: 'high', to: 'end' },
    { from: 'c', to: 'end' },
  ],
})

export const input = { topic: 'tides' }
export const draft = { agent: 'steered', version: 'draft' } as const

/** Starts a server that executes runs until `stop`, with an agent for run options. */
export async function startRunOptionsServer(db: Db) {
  const app = await startRunningApp(db)
  const { client, context } = app
  await client.agents.create({ name: 'Steered', document })
  const resume = async (
    run: { id: string; interrupts: { id: string }[] },
    breakpoints: Pick<StartRun, 'interruptBefore' | 'interruptAfter'> = {},
  ) => {
    const answers = Object.fromEntries(
      run.interrupts.map(({ id }) => [id, { kind: 'breakpoint' as const }]),
    )
    await client.runs.resume({ id: run.id, answers, ...breakpoints })
    await context.executor.waitUntilSettled(run.id)
    return client.runs.get({ id: run.id })
  }
  const checkpointBefore = async (threadId: string, node: string) => {
    const { items } = await client.threads.history({ id: threadId })
    return items.find(({ next }) => next.includes(node))?.id ?? ''
  }
  const eventsOf = async (runId: string) => {
    const events: RunEvent['body'][] = []
    for await (const { body } of context.executor.events(runId, { after: 0, until: 'ended' })) {
      events.push(body)
    }
    return events
  }
  return { client, stop: app.stop, resume, checkpointBefore, eventsOf }
}
