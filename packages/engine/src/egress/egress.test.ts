import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { type Answer, startServer, type TestServer } from '../testing/http-server.ts'
import { createEgress, type EgressSettings } from './egress.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function serve(answer: Answer): Promise<TestServer> {
  const server = await startServer(answer)
  closing.push(() => server.close())
  return server
}
function open(settings?: EgressSettings) {
  const egress = createEgress(settings)
  closing.push(() => egress.close())
  return egress
}
const allowing = (...servers: TestServer[]) => ({
  allow: servers.map(({ port }) => ({ host: '127.0.0.1', port })),
})

describe('the egress broker', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://0:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'https://10.0.0.1/',
    'http://[64:ff9b::7f00:1]:PORT/',
  ])('%s', async (url) => {
    const server = await serve((_, response) => void response.end('secret'))
    const fetch = open().fetch()

    await expect(fetch(url.replace('PORT', String(server.port)))).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
      message: expect.stringContaining('Lathe does not connect there without permission'),
      hint: expect.stringMatching(/owner|operator/),
    })
    expect(server.seen).toEqual([])
  })

  test.each(['file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,hi', 'blob:x'])(
    'denies the scheme of %s',
    async (url) => {
      await expect(open().fetch()(url)).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
    },
  )

  test('denies a host name that resolves to a private address', async () => {
    const server = await serve((_, response) => void response.end())
    const fetch = open({ lookup: (_host, _options, done) => done(null, '127.0.0.1', 4) }).fetch()

    await expect(fetch(`http://inside.example:${server.port}/`)).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
      message: expect.stringContaining('inside.example is this machine itself'),
    })
    expect(server.seen).toEqual([])
  })

  test('another port of a host granted by port', async () => {
    const [granted, other] = [
      await serve((_, response) => void response.end('yes')),
      await serve((_, response) => void response.end('no')),
    ]
    const fetch = open().fetch(allowing(granted))

    expect(await (await fetch(granted.url)).text()).toBe('yes')
    await expect(fetch(other.url)).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
  })

  test('adds the hint of its caller to every denied request', async () => {
    const egress = open()
    const hints = ['Under Models.', 'Under Tools.', undefined]

    const asked = hints.map((hint) =>
      egress.fetch({ allow: [], ...(hint !== undefined && { hint }) })('http://127.0.0.1:8089/'),
    )
    const told = (await Promise.allSettled(asked)).map(
      (one) => one.status === 'rejected' && one.reason.hint,
    )

    expect(told).toEqual(['Under Models.', 'Under Tools.', expect.stringContaining('owner')])
  })

  test('denies a host granted only to another caller', async () => {
    const server = await serve((_, response) => void response.end('yes'))
    const egress = open()

    expect((await egress.fetch(allowing(server))(server.url)).status).toBe(200)
    await expect(egress.fetch()(server.url)).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
  })
})

describe('a grant for a private host', () => {
  const grant = (url: string, isOperators?: true) => {
    const { hostname, port } = new URL(url)
    return {
      allow: [{ host: hostname, port: Number(port) || 80, ...(isOperators && { isOperators }) }],
    }
  }

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://[fe80::1]/',
    'http://100.100.100.200/latest/meta-data/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://metadata.google.internal/computeMetadata/v1/',
  ])('a grant for a private host does not open %s', async (url) => {
    await expect(open().fetch(grant(url))(url)).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
      hint: expect.stringContaining('LATHE_ALLOW_HOSTS'),
    })
  })

  test.each(['169.254.169.254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fe80::1'])(
    'a grant for a private host does not open a name that resolves to %s',
    async (address) => {
      const egress = open({
        lookup: (_host, _options, done) => done(null, [{ address, family: 4 }]),
      })
      const url = 'http://models.example/'

      await expect(egress.fetch(grant(url))(url)).rejects.toMatchObject({
        code: 'EGRESS_DENIED',
        hint: expect.stringContaining('LATHE_ALLOW_HOSTS'),
      })
    },
  )

  test('connects to the private address of a name but not to its metadata address', async () => {
    const server = await serve((_, response) => void response.end('private'))
    const egress = open({
      lookup: (_host, _options, done) =>
        done(null, [
          { address: '169.254.169.254', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]),
    })
    const url = `http://models.example:${server.port}/`

    const response = await egress.fetch(grant(url))(url)

    expect(await response.text()).toBe('private')
  })

  test('opens any address for a request of the operator', async () => {
    const server = await serve((_, response) => void response.end('metadata'))
    const lookup: EgressSettings['lookup'] = (_host, _options, done) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])
    const url = `http://metadata.google.internal:${server.port}/`

    await expect(open({ lookup }).fetch(grant(url))(url)).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
    })
    const response = await open({ lookup }).fetch(grant(url, true))(url)

    expect(await response.text()).toBe('metadata')
  })
})

describe('redirects', () => {
  test.each(['http://169.254.169.254/latest/', 'http://localhost:8080/', 'file:///etc/passwd'])(
    'denies redirects to %s',
    async (location) => {
      const server = await serve((_, response) => void response.writeHead(302, { location }).end())

      await expect(open().fetch(allowing(server))(server.url)).rejects.toMatchObject({
        code: 'EGRESS_DENIED',
      })
    },
  )

  test('drops authorization, cookies and keys on a redirect to another origin', async () => {
    const other = await serve((_, response) => void response.end('landed'))
    const first = await serve(
      (_, response) => void response.writeHead(307, { location: other.url }).end(),
    )
    const headers = {
      authorization: 'Bearer canary',
      cookie: 'session=canary',
      'x-api-key': 'canary',
      'content-type': 'text/plain',
    }

    const response = await open().fetch(allowing(first, other))(first.url, {
      method: 'POST',
      body: 'hello',
      headers,
    })

    expect(await response.text()).toBe('landed')
    expect(first.seen[0]?.headers).toMatchObject({ authorization: 'Bearer canary' })
    expect(JSON.stringify(other.seen[0]?.headers)).not.toContain('canary')
    expect(other.seen[0]).toMatchObject({ method: 'POST', body: 'hello' })
  })

  test('within an origin keep authorization and turn a 303 into a GET', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/there') response.end('there')
      else response.writeHead(303, { location: '/there' }).end()
    })

    await open().fetch(allowing(server))(server.url, {
      method: 'POST',
      body: '{}',
      headers: { authorization: 'Bearer a', 'content-type': 'application/json' },
    })

    expect(server.seen[1]).toMatchObject({
      method: 'GET',
      url: '/there',
      body: '',
      headers: { authorization: 'Bearer a' },
    })
    expect(server.seen[1]?.headers).not.toHaveProperty('content-type')
  })

  test('redirects stop at a maximum number', async () => {
    const server = await serve(
      (_, response) => void response.writeHead(302, { location: '/' }).end(),
    )

    await expect(open().fetch(allowing(server))(server.url)).rejects.toThrow(
      'redirects without end',
    )
    expect(server.seen.length).toBeLessThan(15)
  })
})

describe('limits', () => {
  test('rejects a body over the limit, also if only the decompressed form exceeds it', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    const server = await serve(
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    const response = await open().fetch(allowing(server))(server.url, { maxBytes: 1_000_000 })

    await expect(response.text()).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  })

  test('ends a request after its total time', async () => {
    const server = await serve((_, response) => {
      response.write('a')
    })
    const read = async () => {
      const response = await open().fetch(allowing(server))(server.url, { timeoutMs: 80 })
      return await response.text()
    }

    await expect(read()).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('rejects a body that stalls', async () => {
    const server = await serve((_, response) => {
      response.write('a')
    })
    const response = await open({ idleMs: 1_000 }).fetch(allowing(server))(server.url)

    await expect(response.text()).rejects.toMatchObject({
      cause: { code: 'UND_ERR_BODY_TIMEOUT' },
    })
  })
})

describe('bodies', () => {
  test('streams a body and ends the request when the body is cancelled', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    const server = await serve((_, response) => {
      closed = once(response, 'close')
      response.write('first')
    })
    const controller = new AbortController()
    const response = await open().fetch(allowing(server))(server.url, { signal: controller.signal })
    const reader = response.body?.getReader()

    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
    controller.abort()

    await expect(reader?.read()).rejects.toMatchObject({ name: 'AbortError' })
    await closed
  })

  test('bodies wait for a slow reader instead of filling memory', async () => {
    let sent = 0
    const server = await serve((_, response) => {
      const chunk = Buffer.alloc(64 * 1024)
      const push = () => {
        while (sent < 1_000 && response.writable) {
          sent++
          if (!response.write(chunk)) return
        }
      }
      response.on('drain', push)
      push()
    })
    const response = await open().fetch(allowing(server))(server.url, { maxBytes: 1e9 })
    const reader = response.body?.getReader()
    await reader?.read()

    await expect.poll(() => sent, { interval: 100 }).toBeGreaterThan(0)
    const before = sent
    await new Promise((resolve) => setTimeout(resolve, 200))

    expect(sent - before).toBeLessThan(200)
    expect(sent).toBeLessThan(900)
    await reader?.cancel()
  })

  test('sends a form as a body', async () => {
    const server = await serve((_, response) => void response.end())
    const body = new FormData()
    body.set('file', new Blob(['wav']), 'a.wav')

    await open().fetch(allowing(server))(server.url, { method: 'POST', body })

    expect(server.seen[0]?.headers['content-type']).toContain('multipart/form-data; boundary=')
    expect(server.seen[0]?.body).toContain('filename="a.wav"')
  })
})
