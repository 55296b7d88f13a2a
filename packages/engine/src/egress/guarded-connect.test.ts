import { Socket } from 'node:net'
import type { LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { expect, test } from 'vitest'
import { guardedConnect } from './guarded-connect.ts'

/** Replaces the socket layer: resolves the host once with its lookup, like `net.connect`. */
function connecting(answers: string[][]) {
  const connectedTo: string[][] = []
  let asked = 0
  const lookup: LookupFunction = (_host, _options, done) => {
    const addresses = answers[asked++] ?? []
    done(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    )
  }
  const build = (options: buildConnector.BuildOptions): buildConnector.connector => {
    const resolve = 'lookup' in options ? options.lookup : undefined
    return ({ hostname }, callback) =>
      resolve?.(hostname, { all: true }, (error, found) => {
        if (error) return callback(error, null)
        connectedTo.push(Array.isArray(found) ? found.map(({ address }) => address) : [found])
        callback(null, new Socket())
      })
  }
  const connect = guardedConnect(build, { allow: [] }, lookup)
  const to = (hostname: string) =>
    new Promise<string>((resolve) => {
      connect({ hostname, protocol: 'http:', port: '' }, (...[error]) =>
        resolve(error ? String(Reflect.get(error, 'code')) : 'connected'),
      )
    })
  return { to, connectedTo, asked: () => asked }
}

test('connects to the address it checked without a second DNS lookup', async () => {
  const { to, connectedTo, asked } = connecting([['1.1.1.1'], ['127.0.0.1']])

  expect(await to('rebind.example')).toBe('connected')
  expect(connectedTo).toEqual([['1.1.1.1']])
  expect(asked()).toBe(1)
})

test('checks every new connection again', async () => {
  const { to, connectedTo } = connecting([['1.1.1.1'], ['169.254.169.254']])

  expect(await to('rebind.example')).toBe('connected')
  expect(await to('rebind.example')).toBe('EGRESS_DENIED')
  expect(connectedTo).toEqual([['1.1.1.1']])
})

test('skips private addresses in a mixed DNS answer', async () => {
  const { to, connectedTo } = connecting([['10.0.0.1', '1.1.1.1', '127.0.0.1']])

  expect(await to('mixed.example')).toBe('connected')
  expect(connectedTo).toEqual([['1.1.1.1']])
})
