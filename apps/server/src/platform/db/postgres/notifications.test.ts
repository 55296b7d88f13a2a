import { randomUUID } from 'node:crypto'
import { Client, type ClientConfig } from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { Notifications } from './notifications.ts'

let admin: Client
let name: string
const opened: Notifications[] = []

beforeEach(async () => {
  name = `listener_${randomUUID()}`
  admin = new Client({ connectionString: inject('postgresUrl') })
  await admin.connect()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
  await admin.end()
})

const open = (config: ClientConfig = {}) => {
  config.application_name = name
  if (config.port === undefined) config.connectionString = inject('postgresUrl')
  const notifications = new Notifications(config)
  opened.push(notifications)
  return notifications
}
const listeners = async (): Promise<number[]> => {
  const { rows } = await admin.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = $1 and state = 'idle'",
    [name],
  )
  return rows.map(({ pid }) => pid)
}
const notify = async (id: string) => {
  await admin.query("select pg_notify(current_schema() || '.run', $1)", [id])
}

test('reconnects exactly once after its connection is lost', async () => {
  const received: string[] = []
  await open().listen('run', (id) => received.push(id))
  const [first = 0] = await listeners()

  await admin.query('select pg_terminate_backend($1)', [first])
  await expect
    .poll(async () => (await listeners()).filter((pid) => pid !== first).length)
    .toBeGreaterThan(0)
  // Long enough for a second connection to arrive.
  await new Promise((resolve) => setTimeout(resolve, 700))
  await notify('a')
  await notify('b')

  await expect.poll(() => received).toContain('b')
  expect(received).toEqual(['a', 'b'])
  expect(await listeners()).toHaveLength(1)
})

test('a rejected listener receives nothing later, and others can listen', async () => {
  const config: ClientConfig = { host: '127.0.0.1', port: 1 }
  const notifications = open(config)
  const refused: string[] = []
  const received: string[] = []
  await expect(notifications.listen('run', (id) => refused.push(id))).rejects.toThrow(
    'ECONNREFUSED',
  )

  const { hostname, port, username, password, pathname } = new URL(inject('postgresUrl'))
  Object.assign(config, {
    host: hostname,
    port: Number(port),
    user: username,
    password,
    database: pathname.slice(1),
  })
  await notifications.listen('run', (id) => received.push(id))
  await notify('a')

  await expect.poll(() => received).toEqual(['a'])
  expect(refused).toEqual([])
})
