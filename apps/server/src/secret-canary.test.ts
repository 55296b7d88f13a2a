import { ComparisonExportFormat, Redaction } from '@lathe/contract'
import { expect, test } from 'vitest'
import {
  endedTrace,
  errorsAbove,
  failedTrace,
  insertTraces,
  MINUTE,
  startReceiver as startWebhookReceiver,
} from './traces/alerts/alerts.fixture.ts'
import { deliver } from './traces/alerts/deliver.ts'
import { evaluateAlert } from './traces/alerts/evaluate-alert.ts'
import { NOON } from './traces/store/span.fixture.ts'
import {
  receivedSpans,
  KEY,
  LOOPBACK,
  startForwarder,
  startReceiver,
} from './traces/forwarding/forwarding.fixture.ts'
import { DEFAULT_WORKSPACE } from './platform/db/schema.ts'
import { planWith } from './testing/comparison-app.ts'
import { describeDatabases } from './testing/databases.ts'
import { createTestApp } from './testing/test-app.ts'

const hex = '0123456789abcdef0123456789abcdef'
const word = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0fG3hJ6kL9n'
const PEM_BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'

/** One secret of each known kind. The key must never leave the server. */
const SECRETS: Record<string, string> = {
  openai: `sk-proj-${word}`,
  openaiOld: `sk-${word}`,
  openrouter: `sk-or-v1-${hex}${hex}`,
  anthropic: `sk-ant-api03-${word}`,
  groq: `gsk_${word}`,
  huggingFace: `hf_${word.slice(0, 34)}`,
  xai: `xai-${word}`,
  perplexity: `pplx-${word}`,
  replicate: `r8_${word.slice(0, 37)}`,
  tavily: `tvly-dev-${word.slice(0, 32)}`,
  nvidia: `nvapi-${word}`,
  pinecone: `pcsk_${word}`,
  langsmith: `lsv2_pt_${hex}_abcdef0123`,
  github: `ghp_${word.slice(0, 36)}`,
  githubFine: `github_pat_${word}${word}`,
  gitlab: `glpat-${word.slice(0, 20)}`,
  aws: 'AKIAIOSFODNN7EXAMPLE',
  google: `AIza${word.slice(0, 35)}`,
  slack: `xoxb-123456789012-${word}`,
  stripe: `sk_live_${word.slice(0, 24)}`,
  npm: `npm_${word.slice(0, 36)}`,
  sendgrid: `SG.${word.slice(0, 22)}.${word}${word.slice(0, 3)}`,
  databricks: `dapi${hex}`,
  digitalOcean: `dop_v1_${hex}${hex}`,
  shopify: `shpat_${hex}`,
  vault: `hvs.${word}`,
  telegram: `1234567890:AA${word.slice(0, 33)}`,
  jwt: `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${word}`,
  bearer: `Bearer ${word}`,
  pem: `-----BEGIN RSA PRIVATE KEY-----\n${PEM_BODY}\n${PEM_BODY}\n-----END RSA PRIVATE KEY-----`,
  pemOnOneLine: `-----BEGIN PRIVATE KEY----- ${PEM_BODY} ${PEM_BODY} -----END PRIVATE KEY-----`,
  pemCut: `-----BEGIN OPENSSH PRIVATE KEY----- ${PEM_BODY} ${PEM_BODY.slice(0, 20)}…`,
}
/** The part of each secret that identifies it. */
const CORES = Object.entries(SECRETS).map(
  ([kind, secret]) => [kind, /PRIVATE KEY/.test(secret) ? PEM_BODY : secret.slice(-16)] as const,
)

const leaked = (text: string) =>
  CORES.filter(([, core]) => text.includes(core)).map(([kind]) => kind)

const said = Object.entries(SECRETS)
  .map(([kind, secret]) => `${kind} is ${secret} .`)
  .join('\n')

/** Text attachments of the span. */
const FILES = [
  { name: 'notes', mime_type: 'text/plain', body: Buffer.from(said) },
  { name: 'data', mime_type: 'application/json', body: Buffer.from(JSON.stringify({ said })) },
  { name: 'lines', mime_type: 'application/jsonl', body: Buffer.from(JSON.stringify({ said })) },
]

const TRACE = '0198c5f0-0000-7000-8000-000000000001'

const body = {
  post: [
    {
      id: TRACE,
      trace_id: TRACE,
      dotted_order: `20251124T000000000000Z${TRACE}`,
      name: `step ${SECRETS['groq']}`,
      run_type: 'chain',
      start_time: '2025-11-24T00:00:00Z',
      end_time: '2025-11-24T00:00:01Z',
      session_name: `project ${SECRETS['huggingFace']}`,
      error: `failed with ${said}`,
      tags: [SECRETS['openrouter']],
      inputs: { question: said, json: JSON.stringify({ said }), [`a ${SECRETS['github']}`]: 1 },
      outputs: { messages: [{ role: 'assistant', content: said }] },
      events: [{ name: 'noted', time: '2025-11-24T00:00:00Z', kwargs: { said } }],
      extra: { metadata: { note: said, title: said.replaceAll(/\s+/g, ' ') } },
    },
  ],
}

describeDatabases('a secret of each known kind', (db) => {
  const ingest = async () => {
    const app = createTestApp(db(), { env: LOOPBACK })
    const server = await app.serve()
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${app.context.token}`,
    }
    const response = await fetch(`${server.url}/api/v1/runs/batch`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(202)
    await db()
      .insertInto('attachments')
      .values(
        FILES.map((file) => ({
          workspace_id: DEFAULT_WORKSPACE,
          trace_id: TRACE,
          span_id: TRACE,
          size: file.body.length,
          ...file,
        })),
      )
      .execute()
    const read = async (path: string) =>
      await (await fetch(`${server.url}${path}`, { headers })).text()
    return { app, server, read }
  }

  test('a secret of each known kind is not forwarded', async () => {
    const receiver = await startReceiver()
    const { app, server } = await ingest()
    await app.client.forwarding.edit({
      isOn: true,
      sendsExternal: true,
      endpoint: receiver.apiUrl,
      key: KEY,
      redaction: Redaction.parse({ hidesFiles: false }),
    })
    const resent = await fetch(`${server.url}/api/v1/runs/${TRACE}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body.post[0], end_time: '2025-11-24T00:00:02Z' }),
    })
    expect(resent.status).toBe(202)
    await server.close()
    await startForwarder(app, db())
    const status = async () => (await app.client.forwarding.get({})).status
    await expect.poll(status).toMatchObject({ waiting: 0, sentSpans: 1 })

    const arrived = JSON.stringify([
      await receivedSpans(receiver.db, TRACE),
      await receiver.db.selectFrom('traces').selectAll().execute(),
      await receiver.db.selectFrom('projects').selectAll().execute(),
    ])
    const files = await receiver.db.selectFrom('attachments').select('body').execute()

    expect(arrived).toContain('openrouter is')
    expect(leaked(arrived)).toEqual([])
    expect(files).toHaveLength(FILES.length)
    expect(leaked(files.map(({ body: bytes }) => Buffer.from(bytes).toString()).join())).toEqual([])
  })

  test.each(['format=jsonl&spans=true', 'format=csv&metadata=note', 'format=jsonl'])(
    'a secret of each known kind is not exported by %s',
    async (query) => {
      const { server, read } = await ingest()

      const file = await read(`/api/traces/export?${query}`)
      await server.close()

      expect(file).toContain(TRACE)
      expect(leaked(file)).toEqual([])
      const attached = [...file.matchAll(/"base64":"([^"]*)"/g)].map(([, base64 = '']) =>
        Buffer.from(base64, 'base64').toString(),
      )
      expect(attached).toHaveLength(query.includes('spans') ? FILES.length : 0)
      expect(leaked(attached.join())).toEqual([])
    },
  )

  test('a secret of each known kind is not on a shared page or in its files', async () => {
    const { app, server } = await ingest()
    const { token } = await app.client.traces.share({ traceId: TRACE, spanId: TRACE })

    const read = async (path: string) =>
      (await fetch(`${server.url}/public/${token}/${path}`)).text()
    const page = [await read('trace'), await read(`spans/${TRACE}`)].join('\n')
    const files = await Promise.all(
      FILES.map(async ({ name }) =>
        (await fetch(`${server.url}/public/${token}/files/${TRACE}/${name}`)).text(),
      ),
    )
    await server.close()

    expect(page).toContain('openrouter is')
    expect(leaked(page)).toEqual([])
    for (const file of files) expect(file).toContain('openrouter')
    expect(leaked(files.join())).toEqual([])
  })

  test.each(['csv', 'jsonl'])(
    'a secret of each known kind is not exported from a dataset as %s',
    async (format) => {
      const { app, server, read } = await ingest()
      const { id } = await app.client.datasets.create({ name: 'Leaking' })
      await app.client.datasets.change({
        dataset: id,
        put: [
          {
            inputs: { question: said, [`a ${SECRETS['github']}`]: 1, password: 'hunter2-hunter2' },
            reference: said,
            metadata: { note: said },
          },
        ],
      })

      const file = await read(`/api/datasets/${id}/export?format=${format}`)
      const whole = await read(`/api/datasets/${id}/export?format=${format}&secrets=include`)
      await server.close()

      expect(file).toContain('openrouter is')
      expect(leaked(file)).toEqual([])
      expect(file).not.toContain('hunter2')
      expect(whole).toContain(SECRETS['github'])
    },
  )

  test('a secret of each known kind is not in a comparison file', async () => {
    const { client } = createTestApp(db())
    const plan = planWith({ cases: [{ key: 'a', input: { question: said } }] })
    const { id } = await client.comparisons.create({ name: 'Leaking', plan })

    for (const format of ComparisonExportFormat.options) {
      const file = await (await client.comparisons.export({ id, format })).text()
      expect(leaked(file)).toEqual([])
    }
  })

  test('a secret of each known kind is not in the title of its trace', async () => {
    const { app, server } = await ingest()
    await server.close()

    const { items } = await app.client.traces.list({})

    expect(leaked(items.map(({ title }) => title).join())).toEqual([])
  })

  test('a secret of each known kind is not logged', () => {
    const { context, log } = createTestApp(db())

    for (const secret of Object.values(SECRETS)) {
      context.log.error({ err: new Error(`cannot use ${secret}`), request: { secret } }, secret)
    }

    const lines = log.join('')
    expect(lines).toContain('cannot use')
    expect(leaked(lines)).toEqual([])
    for (const line of log) expect(() => JSON.parse(line)).not.toThrow()
  })

  test('a secret of each known kind is not sent to a webhook', async () => {
    const { received, url } = await startWebhookReceiver(200)
    const { client, context } = createTestApp(db(), { env: LOOPBACK })
    await insertTraces(db(), [endedTrace(MINUTE / 2, 1_000, failedTrace)])
    for (const [kind, secret] of Object.entries(SECRETS).filter(([, { length }]) => length < 60))
      await client.alerts.create({
        name: `${kind} ${secret}`,
        ...errorsAbove(0.5),
        webhookUrl: url,
      })
    const alerts = await db().selectFrom('alerts').selectAll().execute()
    for (const row of alerts)
      await evaluateAlert({ db: db(), url: context.url }, row, NOON + MINUTE)

    const deliveries = await db().selectFrom('alert_deliveries').selectAll().execute()
    const means = { db: db(), vault: context.vault, webhooks: context.webhooks }
    for (const row of deliveries) await deliver(means, row, new AbortController().signal)

    expect(received.length).toBe(alerts.length)
    expect(leaked(received.map((message) => message.body).join())).toEqual([])
  })
})
