import { GraphDocument, type StartReplay } from '@lathe/contract'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { startRunningApp } from '../../testing/running-app.ts'

const schema = (name: string) => ({
  type: 'object' as const,
  properties: { [name]: { type: 'number' as const } },
  required: [name],
})

const doubling = GraphDocument.parse({
  format: 1,
  state: { topic: { type: 'string' }, twice: { type: 'number' } },
  input: ['topic'],
  output: ['twice'],
  nodes: {
    work: { kind: 'tool', tool: 'double', args: { n: { expression: '21' } }, writes: 'twice' },
  },
  edges: [
    { from: 'start', to: 'work' },
    { from: 'work', to: 'end' },
  ],
})

describeDatabases('replays of changed tools', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  test('replays of changed tools report the calls that no longer match', async () => {
    const app = await startRunningApp(db())
    stop = () => app.stop()
    const { client } = app
    const tool = await client.tools.create({
      name: 'double',
      description: 'Twice a number',
      schema: schema('n'),
      effect: 'read',
      config: { kind: 'code', code: 'return args.n * 2' },
    })
    // Built-in tools have no id.
    const id = tool.id ?? ''
    await client.agents.create({ name: 'Doubling', document: doubling })
    await client.agents.saveVersion({ agent: 'doubling', revision: 1, publish: true })
    const run = await client.runs.wait({ agent: 'doubling', input: { topic: 'x' } })
    const play = (fields: Partial<StartReplay> = {}) =>
      client.replays.wait({ traceId: run.id, ...fields })

    await client.tools.edit({ id, config: { kind: 'code', code: 'return args.n * 3' } })
    const otherCode = await play()
    await client.tools.edit({ id, schema: schema('m') })
    const otherArguments = await play()
    await client.tools.delete({ id })
    const gone = await play()

    expect(run.output).toEqual({ twice: 42 })
    expect(otherCode).toMatchObject({ verdict: 'identical', report: { calls: { served: 1 } } })
    expect(otherArguments).toMatchObject({
      verdict: 'error',
      report: { error: { node: 'work', message: expect.stringContaining('`m` is missing') } },
    })
    expect(gone).toMatchObject({
      verdict: 'error',
      report: { error: { message: 'There is no tool `double`' } },
    })
  })
})
