import { TRANSCRIBE, type ToolDraft } from '@lathe/contract'
import { type MockProvider, startMockProvider } from '@lathe/mock-provider'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { seed } from '../../seed.ts'
import { createDatabase } from '../../testing/databases.ts'
import { bearer, send } from '../../testing/plain-http.ts'
import { startRunningApp } from '../../testing/running-app.ts'

const TEXT = 'Where is the order of Ada Lovelace?'
const MOST = 400_000

let db: Db
let remove: () => Promise<void>
let mockProvider: MockProvider
let app: Awaited<ReturnType<typeof startRunningApp>>
let served: Awaited<ReturnType<typeof app.serve>>
let echo: Awaited<ReturnType<typeof startEcho>>
let spoken: Buffer

/** A provider that returns the request it received. */
async function startEcho() {
  const server = createServer((req, res) => {
    let text = ''
    req.setEncoding('latin1').on('data', (piece: string) => {
      text += piece
    })
    req.on('end', () => {
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ text }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const close = () => server.close()
  return { url: `http://127.0.0.1:${port}/v1`, close }
}

beforeAll(async () => {
  const database = await createDatabase('sqlite')
  db = await openDatabase(database.config)
  remove = database.remove
  await seed(db, DEFAULT_WORKSPACE, async () => [])
  mockProvider = await startMockProvider()
  app = await startRunningApp(db, { env: { LATHE_MEDIA_BYTES: String(MOST) } })
  served = await app.serve()
  echo = await startEcho()
  for (const [name, baseUrl, key] of [
    ['ears', mockProvider.url, 'a-key-for-the-provider'],
    ['deaf', mockProvider.url, 'refused'],
    ['echo', echo.url, 'a-key'],
  ] as const) {
    await app.client.models.createConnection({ name, baseUrl, key, allowPrivate: true })
  }
  const said = { model: 'demo-speech', voice: 'alloy', input: TEXT, response_format: 'wav' }
  const answer = await fetch(`${mockProvider.url}/audio/speech`, {
    method: 'POST',
    headers: { authorization: 'Bearer a-key', 'content-type': 'application/json' },
    body: JSON.stringify(said),
  })
  spoken = Buffer.from(await answer.arrayBuffer())
})
afterAll(async () => {
  await served.close()
  await app.stop()
  await mockProvider.close()
  echo.close()
  await db.close()
  await remove()
})

const dictate = async (body: Buffer, type = 'audio/wav') => {
  const headers = { ...bearer, 'content-type': type, 'content-length': String(body.length) }
  const sent = { method: 'POST', path: '/api/transcriptions', headers, body }
  const answer = await send(served.port, sent)
  return { status: answer.status, body: JSON.parse(answer.body) }
}

test('the demo model transcribes a recording unless another model is configured', async () => {
  const before = mockProvider.requests.length

  expect(await dictate(spoken)).toEqual({ status: 200, body: { text: TEXT } })
  expect(mockProvider.requests).toHaveLength(before)
})

test('the media type of browser recordings is accepted', async () => {
  const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(9_996)])

  expect(await dictate(webm, 'audio/webm;codecs=opus')).toMatchObject({
    body: { text: 'This is a recording of 2.5 seconds in webm.' },
  })
})

test.each([
  ['is none', 'application/json', Buffer.from('{}'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['is empty', 'audio/wav', Buffer.alloc(0), 400, 'INVALID_INPUT'],
  ['is too large', 'audio/wav', Buffer.alloc(MOST + 1), 413, 'PAYLOAD_TOO_LARGE'],
])('rejects a recording that %s', async (_, type, body, status, code) => {
  expect(await dictate(body, type)).toMatchObject({ status, body: { code } })
})

test('rejects a large recording with a remedy', async () => {
  const { body } = await dictate(Buffer.alloc(MOST + 1))

  expect(body.message).toContain('LATHE_MEDIA_BYTES')
})

describe('settings of the transcription tool', () => {
  let id: string | null = null
  afterEach(async () => {
    if (id !== null) await app.client.tools.delete({ id })
    id = null
  })
  const hearBy = async (connection: string, language: string | null = null) => {
    const { name, description, config } = TRANSCRIBE
    const draft: ToolDraft = {
      name,
      description,
      schema: { type: 'object' },
      effect: 'read',
      config: { ...config, connection, tries: 1, task: { type: 'transcribe', language } },
    }
    ;({ id } = await app.client.tools.create(draft))
  }

  test('settings of the transcription tool choose connection and language', async () => {
    await hearBy('ears')
    expect(await dictate(spoken)).toMatchObject({ body: { text: TEXT } })
    expect(mockProvider.requests.at(-1)?.headers.authorization).toBe(
      'Bearer a-key-for-the-provider',
    )

    await app.client.tools.delete({ id: id ?? '' })
    await hearBy('echo', 'fr')
    const { body } = await dictate(spoken)
    expect(body.text).toMatch(/name="language"\r\n\r\nfr\r\n/)
    expect(body.text).toContain('filename="audio.wav"')
  })

  test('settings of the transcription tool apply to people even if the tool is disabled for agents', async () => {
    await hearBy('ears')
    const before = mockProvider.requests.length
    await app.client.tools.edit({ id: id ?? '', isEnabled: false })

    await dictate(spoken)

    expect(mockProvider.requests).toHaveLength(before + 1)
  })

  test.each([
    ['deaf', 'AUTHENTICATION'],
    ['gone', 'GRAPH_INVALID'],
  ])(
    'settings of the transcription tool report a provider error by the catalogue: %s',
    async (connection, code) => {
      await hearBy(connection)

      expect(await dictate(spoken)).toMatchObject({
        status: 502,
        body: { code: 'PROVIDER', data: { error: { code, hint: expect.any(String) } } },
      })
    },
  )
})
