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

/** Approves or answers every interrupt. */
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

describe('server process', () => {
  test('prints only its URL', () => {
    expect(server.output()).toBe(`Lathe ready: ${server.url}/?token=${server.token}\n`)
  })

  test('the server process is healthy, and only the owner can read its data', async () => {
    const health = await fetch(`${server.url}/healthz`)

    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
    for (const file of ['token', 'secret.key']) {
      expect((await stat(join(home, file))).mode & 0o777).toBe(0o600)
    }
  })

  test('returns its version and configuration', async () => {
    const about = await json<object>('GET', '/api/about')

    expect(about).toMatchObject({ store: 'sqlite', location: home, url: server.url })
  })

  test.each(templates.map(({ slug, example }) => [slug, example] as const))(
    'completes a run of the template %s with a trace and its cost',
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

  test('rejects a second server on the same data and names the first', async () => {
    const { code, errors } = await refusedStart({ LATHE_HOME: home })

    expect(code).toBe(1)
    expect(errors).toContain('in use by another Lathe server')
  })

  test('keeps token, agents and runs after a restart', async () => {
    const runs = await json<{ items: unknown[] }>('GET', '/api/runs')
    const { token } = server

    expect(await server.stop()).toBe(0)
    server = await startServer({ LATHE_HOME: home })

    expect(server.token).toBe(token)
    expect(await json('GET', '/api/runs')).toEqual(runs)
  })

  test('exits cleanly if a launcher forwards a signal that the server already received', async () => {
    const other = await startServer({ LATHE_HOME: join(home, 'launched') })

    expect(await other.stop('SIGINT', 'SIGTERM')).toBe(0)
  })

  test('the server process does not log the token', async () => {
    const log = await readFile(join(home, 'log', 'server.jsonl'), 'utf8')

    expect(log).toContain('"msg":"stopped"')
    expect(log).not.toContain(server.token)
  })
})

test('exits if the configured port is in use', async () => {
  const { port } = new URL(server.url)

  const { code, errors } = await refusedStart({ LATHE_HOME: join(home, 'other'), PORT: port })

  expect(code).toBe(1)
  expect(errors).toContain(`PORT: ${port} is in use`)
})

test('warns first that LANGSMITH_TRACING has no effect without a key', async () => {
  const { errors } = await refusedStart({ LATHE_HOME: home, LANGSMITH_TRACING: 'true' })

  expect(errors).toMatch(/^LANGSMITH_TRACING has no effect without LANGSMITH_API_KEY\n/)
})

test('a wrong setting stops the start, with everything that is wrong', async () => {
  const { code, errors } = await refusedStart({ PORT: 'x', HOST: '0.0.0.0', LATHE_RUN_STEPS: '-1' })

  expect(code).toBe(1)
  for (const name of ['PORT', 'HOST', 'LATHE_RUN_STEPS']) expect(errors).toContain(name)
})
