import { loadRunProject } from '@lathe/graph/export'
import { startMockProvider } from '@lathe/mock-provider'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { chained, delegating } from '../../testing/runnable-documents.ts'
import { startRunningApp } from '../../testing/running-app.ts'

describeDatabases('a recorded run as a test', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  async function withRun() {
    const mockProvider = await startMockProvider({ script: [{ reply: 'Said.' }] })
    const app = await startRunningApp(db())
    stop = async () => {
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    const lane = { baseUrl: mockProvider.url, key: 'a-key-for-the-provider', allowPrivate: true }
    await client.models.createConnection({ name: 'lane', ...lane })
    await client.agents.create({ name: 'Tides', document: chained(['one', 'two'], 'lane') })
    await client.agents.saveVersion({ agent: 'tides', revision: 1, publish: true })
    const run = await client.runs.wait({ agent: 'tides', input: { question: 'Tides?' } })
    return { client, run }
  }

  test('creates a Vitest file and its recording with the selected checks and no secrets', async () => {
    const { client, run } = await withRun()

    const files = await client.replays.toTest({ id: run.id, name: 'tides', assertions: ['output'] })

    const [file, recording, helper] = files
    const paths = ['tests/tides.test.ts', 'tests/tides.recording.json']
    expect(files.slice(0, 2).map(({ path }) => path)).toEqual(paths)
    expect(helper).toMatchObject({
      path: expect.stringMatching(/^vendor\/lathe-replay-.*\.tgz$/),
      encoding: 'base64',
    })
    expect(file?.text).toContain('expect(run.output).toEqual(recording.recorded.output)')
    expect(file?.text).not.toContain('run.nodes')
    expect(recording?.text).not.toContain('a-key-for-the-provider')
    expect(JSON.parse(recording?.text ?? '')).toMatchObject({
      format: 1,
      input: { question: 'Tides?' },
      requests: [{ path: ['one'], status: 200 }, { path: ['two'] }],
      recorded: { output: run.output, nodes: [['one'], ['two']] },
    })
  })

  test('an exported test contains the called agents in their recorded versions', async () => {
    const { client } = await withRun()
    const helper = { agent: 'helper', publish: true }
    await client.agents.create({ name: 'Helper', document: chained(['before'], 'lane') })
    await client.agents.saveVersion({ ...helper, revision: 1 })
    await client.agents.create({ name: 'Asker', document: delegating() })
    await client.agents.saveVersion({ agent: 'asker', revision: 1, publish: true })
    const run = await client.runs.wait({ agent: 'asker', input: { question: 'Tides?' } })
    await client.agents.saveDraft({
      agent: 'helper',
      revision: 1,
      document: chained(['after'], 'lane'),
    })
    await client.agents.saveVersion({ ...helper, revision: 2 })

    const { files } = await loadRunProject(run.id, client)

    const text = files.map((file) => file.text).join('\n')
    expect(text).toContain('before: ')
    expect(text).not.toContain('after: ')
  })

  test('exporting a test of an unknown trace is refused', async () => {
    const { client } = await withRun()

    const gone = client.replays.toTest({ id: '0190b8f0-0000-7000-8000-000000000001' })

    await expect(gone).rejects.toMatchObject({ code: 'NO_SUCH_TRACE' })
  })
})
