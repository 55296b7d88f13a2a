import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, vi } from 'vitest'
import { createClient, findAddress } from './client.ts'
import { startedServer } from './testing/started-server.ts'

const { home, lathe } = await startedServer()

const traceOf = (err: string) => /traces\/([\da-f-]{36})/.exec(err)?.[1] ?? ''

describe('lathe', () => {
  test('lists the agents of the server in its home', async () => {
    const { code, out } = await lathe(['agents'])

    expect(code).toBe(0)
    expect(out).toMatch(/^assistant +version 1 +\S/m)
    const listed: { slug: string }[] = JSON.parse((await lathe(['agents', '--json'])).out)
    expect(listed.map(({ slug }) => slug)).toContain('triage')
  })

  test('explains how to reach a remote server', async () => {
    const { out } = await lathe(['--help'])

    expect(out).toContain('LATHE_URL and LATHE_TOKEN')
  })

  test('exits without an error when the reader closes the pipe', async () => {
    const { code, err } = await lathe(['agents', '--json'], {}, { isUnread: true })

    expect({ code, err }).toEqual({ code: 0, err: '' })
  })

  test('lists alerts and, on request, fails if one fires', async () => {
    const { alerts } = createClient(findAddress({ LATHE_HOME: home }))
    const rule = { measure: 'count', comparison: 'below', threshold: 1e6, window: '7d' } as const
    await alerts.create({ name: 'Quiet', ...rule, isMuted: true })
    const { id } = await alerts.create({ name: 'Loud', ...rule })
    await vi.waitFor(
      async () => expect(await alerts.get({ id })).toMatchObject({ state: 'firing' }),
      { timeout: 120_000 },
    )

    const { code, out, err } = await lathe(['alerts', '--fail-on', 'firing'])

    expect(out).toMatch(/^firing +Loud +\d+, count below 1000000 over 7d$/m)
    expect(out).toMatch(/^\S+ +Quiet .* muted$/m)
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(/Firing: Loud$/m) })
  })

  test('runs an agent on plain text, streams its answer and prints the trace URL', async () => {
    const { code, out, err } = await lathe(['run', 'assistant', 'What is 6 * 7?'])

    expect(code).toBe(0)
    expect(out).toContain('42')
    expect(err).toContain('calculator {"expression"')
    expect(err).toMatch(/success · [\d.]+ m?s · \d+ → \d+ tokens · \$0/)
    expect(traceOf(err)).not.toBe('')
  })

  test('cancels a run on interrupt and prints its trace URL', async () => {
    const endless = 'Go [[tokens: 100000]] [[tokens-per-second: 50]]'

    const { code, err } = await lathe(['run', 'assistant', endless], {}, { until: 'small steps' })

    expect(code).toBe(1)
    expect(err).toContain('cancelled')
    expect(traceOf(err)).not.toBe('')
  })

  test('prints the whole run as JSON', async () => {
    const { out } = await lathe([
      'run',
      'assistant',
      '{"messages":[{"role":"user","content":"Hi"}]}',
      '--json',
    ])

    expect(JSON.parse(out)).toMatchObject({ status: 'success', agentSlug: 'assistant' })
  })

  test('rejects broken JSON and, for an unknown agent, explains how to list agents', async () => {
    const broken = await lathe(['run', 'assistant', '{"messages":'])
    const nobody = await lathe(['run', 'nobody', 'Hi'])

    expect(broken).toMatchObject({ code: 2, out: '' })
    expect(broken.err).toContain('looks like JSON')
    expect(nobody).toMatchObject({ code: 2, err: expect.stringContaining('lathe agents') })
  })

  test('prints output that was not streamed and reports why an agent cannot run', async () => {
    const document = {
      format: 1,
      state: { topic: { type: 'string' }, title: { type: 'string' } },
      input: ['topic'],
      output: ['title'],
      nodes: { name: { kind: 'set', values: { title: { template: 'On {{topic}}' } } } },
      edges: [
        { from: 'start', to: 'name' },
        { from: 'name', to: 'end' },
      ],
    }
    writeFileSync(join(home, 'titles.json'), JSON.stringify(document))
    await lathe(['import', 'titles.json'])

    const unpublished = await lathe(['run', 'titles', 'tides'])
    const titled = await lathe(
      ['run', 'titles', '-', '--version', 'draft'],
      {},
      { input: 'tides\n' },
    )

    expect(unpublished).toMatchObject({ code: 2, err: expect.stringContaining('--version draft') })
    expect(titled).toMatchObject({ code: 0, out: 'On tides\n' })
  })

  test('exits with code 3 when a run waits for a person', async () => {
    const { code, err } = await lathe(['run', 'triage', 'My order never came. I want a refund!'])

    expect(code).toBe(3)
    expect(err).toContain('The run waits for a person')
  })

  test('replays a trace, and fails when it is not identical', async () => {
    const { err } = await lathe(['run', 'assistant', 'What is 6 * 7?'])
    const trace = traceOf(err)

    const exact = await lathe(['replay', trace])
    const missing = await lathe(['replay', '0190b8f0-0000-7000-8000-000000000001'])
    const wrong = await lathe(['replay', trace, '--until', 'soon'])

    expect(exact.out).toMatch(/^identical: \d recorded calls, 0 live/)
    expect(exact.code).toBe(0)
    expect(missing).toMatchObject({ code: 2, err: 'No such trace\n' })
    expect(wrong).toMatchObject({ code: 2 })
  })

  test('replays all traces of an agent and fails unless every replay is identical', async () => {
    await lathe(['run', 'prompt', 'What is a superstep?'])

    const same = await lathe(['replay-many', '--agent', 'prompt'])
    const wrong = await lathe(['replay-many', '--status', 'odd'])
    const none = await lathe(['replay-many', '--agent', 'extract'])
    const unread = await lathe(['replay-many', '--filter', 'statos:x'])

    expect(same).toMatchObject({ code: 0, out: expect.stringMatching(/^identical +[\da-f-]{36}/) })
    expect(wrong).toMatchObject({
      code: 2,
      err: expect.stringContaining('--status must be one of'),
    })
    expect(unread.err).toContain('\n  There is no filter statos; try status:')
    expect(none).toMatchObject({ code: 2, err: 'No trace matches\n' })
  })

  test('writes a recorded run as a test, with a new project or into an existing one', async () => {
    const HELPER = expect.stringMatching(/^file:\.\/vendor\/lathe-replay-.*\.tgz$/)
    const trace = traceOf((await lathe(['run', 'prompt', 'What is a tape?'])).err)

    const made = await lathe(['test', trace, 'tested'])
    const manifest = join(home, 'tested/package.json')
    const declared = JSON.parse(readFileSync(manifest, 'utf8'))
    writeFileSync(manifest, JSON.stringify({ name: 'mine', scripts: { test: 'mine' } }))
    const again = await lathe(['test', trace, 'tested'])
    const other = await lathe(['test', trace, 'tested', '--name', 'other'])

    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('npm install') })
    expect(declared).toMatchObject({
      scripts: { test: 'vitest run' },
      devDependencies: { vitest: expect.anything(), '@lathe/replay': HELPER },
    })
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('already exists') })
    expect(other.code).toBe(0)
    expect(readdirSync(join(home, 'tested/tests'))).toContain('other.test.ts')
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
      name: 'mine',
      scripts: { test: 'mine' },
      devDependencies: { '@lathe/replay': HELPER },
    })
  })

  test('exports a recorded run, imports it under the same id, and rejects an incomplete file', async () => {
    const { err } = await lathe(['run', 'prompt', 'What is a capsule?'])

    const saved = await lathe(['capsule', traceOf(err), 'run.json'])
    const again = await lathe(['capsule', traceOf(err), 'run.json'])
    const text = readFileSync(join(home, 'run.json'), 'utf8')
    writeFileSync(join(home, 'cut.json'), text.slice(0, text.length / 2))
    const taken = await lathe(['import-capsule', 'run.json'])
    const cut = await lathe(['import-capsule', 'cut.json'])

    expect(saved).toMatchObject({ code: 0, out: expect.stringMatching(/run\.json\n$/) })
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('already exists') })
    expect(taken).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^[\da-f-]{36}\n$/),
      err: expect.stringContaining('already imported'),
    })
    expect(cut).toMatchObject({ code: 2, err: expect.stringContaining('incomplete') })
  })

  test('redacts the secrets of a capsule and lists them', async () => {
    const token = 'ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3hJ6'
    const { err } = await lathe(['run', 'prompt', `What is ${token} ?`])

    const redacted = await lathe(['capsule', traceOf(err), 'redacted.json'])
    const whole = await lathe(['capsule', traceOf(err), 'whole.json', '--with-secrets'])

    expect(redacted.err).toMatch(/^Redacted 1 secret .*\n {2}\[SECRET_1\] a GitHub token: run\./)
    expect(readFileSync(join(home, 'redacted.json'), 'utf8')).not.toContain(token)
    expect(whole.err).toMatch(/^The file contains 1 secret:/)
    expect(readFileSync(join(home, 'whole.json'), 'utf8')).toContain(token)
  })

  test('imports a file of traces and reports its invalid parts', async () => {
    const id = '0190b8f0-0000-7000-8000-00000000000a'
    const run = { id, trace_id: id, name: 'theirs', run_type: 'chain', start_time: 1_790_000_000 }
    writeFileSync(join(home, 'runs.jsonl'), `${JSON.stringify(run)}\n`)
    writeFileSync(join(home, 'cut.jsonl'), `${JSON.stringify(run)}\n{"id":`)
    writeFileSync(join(home, 'nothing.jsonl'), 'nothing')

    const taken = await lathe(['import-traces', 'runs.jsonl', '--project', 'theirs'])
    const cut = await lathe(['import-traces', 'cut.jsonl'])
    const nothing = await lathe(['import-traces', 'nothing.jsonl'])

    expect(taken).toMatchObject({ code: 0, out: '1 traces, 1 spans\n' })
    expect(cut).toMatchObject({
      code: 1,
      err: expect.stringContaining('line 2: is not valid JSON'),
    })
    expect(nothing).toMatchObject({
      code: 2,
      err: expect.stringContaining('line 1: is not valid JSON'),
    })
  })

  test('exports a graph and imports it unchanged', async () => {
    const exported = await lathe(['export', 'research', 'project'])
    const document = JSON.parse((await lathe(['export', 'research', '--json'])).out)
    writeFileSync(join(home, 'graph.json'), JSON.stringify(document))

    const fromFolder = await lathe(['import', 'project', '--name', 'From folder'])
    const fromFile = await lathe(['import', 'graph.json'])

    expect(exported.out).toMatch(/project: \d+ files/)
    expect(readFileSync(join(home, 'project/package.json'), 'utf8')).toContain('"lathe"')
    expect(fromFolder).toMatchObject({ code: 0, out: 'from-folder\n' })
    expect(fromFile).toMatchObject({ code: 0, out: 'graph\n' })
    const again = await lathe(['export', 'from-folder', '--json', '--version', 'draft'])
    expect(JSON.parse(again.out)).toEqual(document)
    expect(await lathe(['export', 'research', 'project'])).toMatchObject({ code: 2 })
  })

  test('rejects an invalid graph and reports the location', async () => {
    writeFileSync(join(home, 'broken.json'), '{"format":1,"nodes":{"a":{"kind":"wizard"}}}')

    const broken = await lathe(['import', 'broken.json'])
    const missing = await lathe(['import', 'nothing.json'])

    expect(broken.code).toBe(2)
    expect(broken.err).toContain('nodes.a.kind')
    expect(missing).toMatchObject({ code: 2 })
  })

  test('reports problems found by doctor', async () => {
    const well = await lathe(['doctor'])
    const unknown = await lathe(['doctor'], { LATHE_TOKEN: 'x'.repeat(40) })
    const away = await lathe(['doctor'], { LATHE_URL: 'http://127.0.0.1:9' })
    const empty = mkdtempSync(join(tmpdir(), 'lathe-cli-'))
    const never = await lathe(['agents'], { LATHE_HOME: empty })
    rmSync(empty, { recursive: true })
    const other = new DatabaseSync(join(home, 'lathe.db'))
    other.exec('begin immediate')
    // The server caches its readiness for a second.
    await expect
      .poll(async () => (await lathe(['doctor'])).out, { timeout: 30_000 })
      .toContain('✗ store: The server does not accept writes now. Another program')
    other.close()

    expect(well.code).toBe(0)
    expect(well.out.match(/✓/g)).toHaveLength(6)
    expect(unknown.out).toContain('✗ token: The server rejected the token')
    expect(unknown.code).toBe(1)
    expect(unknown.out).toContain('- connections: not checked without the token')
    expect(away.out).toContain('✗ server: No response from http://127.0.0.1:9')
    expect(away.err).toBe('One check failed\n')
    expect(never.err).toContain('Start one with `lathe start`')
  })

  test('reports that an older server does not expose its write status', async () => {
    const older = createServer(({ url }, res) =>
      res.writeHead(url === '/healthz' ? 200 : 404).end(),
    )
    await once(older.listen(0, '127.0.0.1'), 'listening')
    const { port } = older.address() as AddressInfo

    const { out } = await lathe(['doctor'], { LATHE_URL: `http://127.0.0.1:${port}` })
    older.close()

    expect(out).toContain('✓ server: ')
    expect(out).toContain('- store: This server is too old to report whether it accepts writes')
  })
})
