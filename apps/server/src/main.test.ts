import type { Interrupt, InterruptAnswer, RunDetail } from '@lathe/contract'
import { templates } from '@lathe/graph/templates'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusedStart, type ServerProcess, startServer } from './testing/server-process.ts'

let home: string
let server: ServerProcess
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lathe-home-'))
  server = await startServer({ LATHE_HOME: home })
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

const json = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await server.call(method, path, body)
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  const answer: T = await response.json()
  return answer
}

/** Says yes to whatever is asked. */
function agree(interrupt: Interrupt): InterruptAnswer {
  if (interrupt.kind === 'ask') {
    return { kind: 'ask', decision: interrupt.decisions[0]?.port ?? '', values: {} }
  }
  if (interrupt.kind === 'breakpoint') return { kind: 'breakpoint' }
  return { kind: 'approval', decisions: interrupt.calls.map(() => ({ type: 'approve' })) }
}

async function toTheEnd(run: RunDetail): Promise<RunDetail> {
  let now = run
  while (now.status === 'interrupted') {
    const answers = Object.fromEntries(now.interrupts.map((one) => [one.id, agree(one)]))
    await json('POST', `/api/runs/${run.id}/resume`, { answers })
    const response = await server.call('GET', `/api/runs/${run.id}/events`)
    await response.text()
    now = await json<RunDetail>('GET', `/api/runs/${run.id}`)
  }
  return now
}

describe('a server', () => {
  test('says where it is as the only line it prints', () => {
    expect(server.output()).toBe(`Lathe ready: ${server.url}/?token=${server.token}\n`)
  })

  test('is healthy, and keeps its data to its owner', async () => {
    const health = await fetch(`${server.url}/healthz`)

    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    for (const file of ['token', 'secret.key']) {
      expect((await stat(join(home, file))).mode & 0o777).toBe(0o600)
    }
  })

  test('describes itself', async () => {
    const about = await json<object>('GET', '/api/about')

    expect(about).toMatchObject({ store: 'sqlite', location: home, url: server.url })
  })

  test.each(templates.map(({ slug, example }) => [slug, example] as const))(
    'runs the template %s to its end, with a trace that cost something',
    async (slug, input) => {
      const started = await json<RunDetail>('POST', '/api/runs/wait', { agent: slug, input })

      const run = await toTheEnd(started)

      expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: null })
      expect(run.output).toBeTruthy()
      const { trace, spans } = await json<{ trace: { cost: number }; spans: { kind: string }[] }>(
        'GET',
        `/api/traces/${run.id}`,
      )
      expect(trace.cost).toBeGreaterThan(0)
      expect(spans.map(({ kind }) => kind)).toContain('model')
    },
  )

  test('streams tokens to a plain HTTP client', async () => {
    const response = await server.call('POST', '/api/runs/stream', {
      agent: 'prompt',
      input: templates.find(({ slug }) => slug === 'prompt')?.example,
    })

    const text = await response.text()

    expect(text).toContain('"type":"token"')
    expect(text).toMatch(/"status":"success"[^\n]*\n\nevent: done\n\n$/)
    const ids = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
    expect(ids).toEqual(ids.map((_, index) => index + 1))
  })

  test('refuses a second server on the same data, and says who has it', async () => {
    const { code, errors } = await refusedStart({ LATHE_HOME: home })

    expect(code).toBe(1)
    expect(errors).toContain('in use by another Lathe server')
  })

  test('is the same after a restart: token, agents and runs', async () => {
    const runs = await json<{ items: unknown[] }>('GET', '/api/runs')
    const { token } = server

    expect(await server.stop()).toBe(0)
    server = await startServer({ LATHE_HOME: home })

    expect(server.token).toBe(token)
    expect(await json('GET', '/api/runs')).toEqual(runs)
  })

  test('stops in peace when a launcher passes on the signal it got itself', async () => {
    const other = await startServer({ LATHE_HOME: join(home, 'launched') })

    expect(await other.stop('SIGINT', 'SIGTERM')).toBe(0)
  })

  test('writes a log that holds no token', async () => {
    const log = await readFile(join(home, 'log', 'server.jsonl'), 'utf8')

    expect(log).toContain('"msg":"stopped"')
    expect(log).not.toContain(server.token)
  })
})

test('a port that is taken stops the start, when it was asked for', async () => {
  const { port } = new URL(server.url)

  const { code, errors } = await refusedStart({ LATHE_HOME: join(home, 'other'), PORT: port })

  expect(code).toBe(1)
  expect(errors).toContain(`PORT: ${port} is in use`)
})

test('says before anything else that tracing asked for without a key does nothing', async () => {
  const { errors } = await refusedStart({ LATHE_HOME: home, LANGSMITH_TRACING: 'true' })

  expect(errors).toMatch(/^LANGSMITH_TRACING turns nothing on without LANGSMITH_API_KEY\n/)
})

test('a wrong setting stops the start, with everything that is wrong', async () => {
  const { code, errors } = await refusedStart({ PORT: 'x', HOST: '0.0.0.0', LATHE_RUN_STEPS: '-1' })

  expect(code).toBe(1)
  for (const name of ['PORT', 'HOST', 'LATHE_RUN_STEPS']) expect(errors).toContain(name)
})
