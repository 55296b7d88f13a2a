import { startMockProvider } from '@lathe/mock-provider'
import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { approving } from '../../../testing/langgraph-harness.ts'
import { startRunningApp } from '../../../testing/running-app.ts'

const TOKEN = 'ghp_aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3hJ6'
const STREAMED = 'sk-proj-Zy9Xw8Vu7Ts6Rq5Po4Nm3Lk2Ji1Hg0Fe'
const PEM = `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n-----END PRIVATE KEY-----`

describeDatabases('capsule of a run with secrets', (db) => {
  let stop = async () => {}
  afterEach(() => stop())

  async function record() {
    const mockProvider = await startMockProvider({
      script: [
        {
          times: 1,
          reply: {
            toolCalls: [{ name: 'current_time', arguments: { timeZone: 'UTC', note: TOKEN } }],
          },
        },
        { reply: `The key is ${STREAMED} and ${TOKEN} .` },
      ],
    })
    const app = await startRunningApp(db())
    const server = await app.serve()
    stop = async () => {
      await server.close()
      await app.stop()
      await mockProvider.close()
    }
    const { client } = app
    await client.models.createConnection({
      name: 'lane',
      baseUrl: mockProvider.url,
      key: 'a-key-for-the-provider',
      allowPrivate: true,
    })
    const document = approving()
    const reply = { ...document.nodes['reply'], tools: ['current_time'], approvals: [] }
    // The cast holds: only the tools of the agent change.
    const nodes = { reply } as typeof document.nodes
    await client.agents.create({ name: 'Leaking', document: { ...document, nodes } })
    const content = `My token is ${TOKEN} and my key is\n${PEM}`
    const run = await client.runs.wait({
      agent: 'leaking',
      version: 'draft',
      input: { messages: [{ role: 'user', content }] },
    })
    expect(run.status).toBe('success')
    return { client, run }
  }
  const leaked = (text: string) =>
    [TOKEN, STREAMED, 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'].filter(
      (secret) => text.includes(secret) || text.includes(secret.slice(0, 16)),
    )

  test('contains none of them in any part, and replays identically', async () => {
    const { client, run } = await record()

    const capsule = await client.capsules.get({ id: run.id })

    const streamed = capsule.content.exchanges.flatMap(({ content }) =>
      content.type === 'http'
        ? [content.response?.chunks.map(({ data }) => data).join('') ?? '']
        : [],
    )
    const deltas = streamed.join('').matchAll(/"content":"([^"]*)"/g)
    const tokens = capsule.content.events.map(({ body }) =>
      body.type === 'token' ? body.text : '',
    )
    expect(leaked(JSON.stringify(capsule))).toEqual([])
    expect(leaked([...deltas].map(([, text]) => text).join(''))).toEqual([])
    expect(leaked(tokens.join(''))).toEqual([])

    await client.traces.delete({ id: run.id })
    await db().deleteFrom('run_events').where('run_id', '=', run.id).execute()
    await db().deleteFrom('runs').where('id', '=', run.id).execute()
    const { traceId } = await client.capsules.import({ capsule })
    const replay = await client.replays.wait({ traceId })
    expect(replay.report?.steps.map(({ request, answer }) => [request, answer])).toEqual(
      replay.report?.steps.map(() => ['same', 'same']),
    )
    expect(replay.verdict).toBe('identical')
  })

  test('lists them with their places', async () => {
    const { client, run } = await record()

    const { secrets } = await client.capsules.secrets({ id: run.id })

    expect(secrets).toMatchObject([
      {
        kind: 'a GitHub token',
        placeholder: '[SECRET_1]',
        paths: expect.arrayContaining(['run.input.messages[0].content']),
      },
      { kind: 'a private key', placeholder: '[SECRET_2]' },
      { kind: 'a model provider’s key', placeholder: '[SECRET_3]' },
    ])
  })

  test('contains them if the export asks for them', async () => {
    const { client, run } = await record()

    const capsule = await client.capsules.get({ id: run.id, secrets: 'include' })

    expect(JSON.stringify(capsule)).toContain(TOKEN)
  })

  test('the capsule of a run with secrets has none of them in its test files', async () => {
    const { client, run } = await record()

    const files = await client.replays.toTest({ id: run.id })

    expect(leaked(JSON.stringify(files))).toEqual([])
  })
})
