import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { createDatabase } from '../../../testing/databases.ts'
import { bearer, send } from '../../../testing/plain-http.ts'
import { createTestApp } from '../../../testing/test-app.ts'

async function serve(env: Record<string, string> = {}) {
  const { config, remove } = await createDatabase('sqlite')
  const db = await openDatabase(config)
  const app = createTestApp(db, { env })
  const { port, close } = await app.serve()
  onTestFinished(async () => {
    await close()
    await db.close()
    await remove()
  })
  const signIn = async (headers: Record<string, string>) => {
    const answer = await send(port, { method: 'POST', path: '/api/session', headers })
    return [answer.status, answer.headers['retry-after']] as const
  }
  const failTenTimes = async (headers: Record<string, string> = {}) => {
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await signIn({ authorization: 'Bearer guess', ...headers }))[0]).toBe(401)
  }
  return { ...app, port, signIn, failTenTimes }
}

test('ten failed sign-ins block further ones with 429 and Retry-After, the right token included', async () => {
  const { signIn, failTenTimes } = await serve()
  await failTenTimes()

  const [status, retryAfter] = await signIn(bearer)

  expect(status).toBe(429)
  expect(Number(retryAfter)).toBeGreaterThan(60)
})

test('start addresses with wrong tokens count as failed sign-ins', async () => {
  const { port, signIn } = await serve()
  for (let attempt = 0; attempt < 10; attempt++) await send(port, { path: '/?token=guess' })

  expect((await send(port, { path: '/?token=guess' })).status).toBe(429)
  expect((await signIn(bearer))[0]).toBe(429)
})

test('failed sign-ins are logged with their address and without the token', async () => {
  const { signIn, log } = await serve()

  await signIn({ authorization: 'Bearer wrong-guess' })

  const line = log.find((text) => text.includes('sign-in failed')) ?? ''
  expect(JSON.parse(line)).toMatchObject({
    address: '127.0.0.1',
    path: '/api/session',
    failures: 1,
  })
  expect(log.join('')).not.toContain('wrong-guess')
})

test('a program with a wrong token is limited without locking out the right one', async () => {
  const { port, signIn } = await serve()
  const ask = async (headers: Record<string, string>) =>
    (await send(port, { path: '/api/agents', headers })).status
  const wrong = { authorization: 'Bearer guess' }
  for (let attempt = 0; attempt < 10; attempt++) expect(await ask(wrong)).toBe(401)

  expect(await ask(wrong)).toBe(429)
  expect(await ask(bearer)).toBe(200)
  expect((await signIn(bearer))[0]).toBe(204)
})

test('X-Forwarded-For is ignored unless the proxy is trusted', async () => {
  const { signIn, failTenTimes } = await serve()
  await failTenTimes({ 'x-forwarded-for': '203.0.113.1' })

  const [status] = await signIn({ ...bearer, 'x-forwarded-for': '203.0.113.2' })

  expect(status).toBe(429)
})

test('each address or IPv6 network behind a trusted proxy has a separate limit', async () => {
  const { signIn, failTenTimes } = await serve({ LATHE_TRUST_PROXY: 'loopback' })
  await failTenTimes({ 'x-forwarded-for': '2001:db8:1:2::7' })

  const from = async (address: string) =>
    (await signIn({ ...bearer, 'x-forwarded-for': address }))[0]

  expect(await from('2001:db8:1:2:ffff::1')).toBe(429)
  expect(await from('2001:db8:1:3::7')).toBe(204)
  expect(await from('203.0.113.2')).toBe(204)
})

test.each(['via', 'x-forwarded-proto', 'cf-connecting-ip', 'x-forwarded-for', 'forwarded'])(
  'a loopback request with %s needs a key',
  async (header) => {
    const { port } = await serve()
    const ask = async (headers: Record<string, string>) =>
      (await send(port, { path: '/api/v1/sessions', headers })).status

    expect(await ask({})).toBe(200)
    expect(await ask({ [header]: 'https' })).toBe(401)
  },
)
