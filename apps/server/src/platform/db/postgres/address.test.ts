import { expect, test } from 'vitest'
import { withLibpqModes } from './address.ts'
import { openPostgres } from './open.ts'

test.each([
  ['postgres://me@db/lathe', ''],
  ['postgres://me@db/lathe?sslmode=require', '&uselibpqcompat=true'],
  ['postgres://me@db/lathe?sslmode=verify-ca&sslrootcert=ca.crt', '&uselibpqcompat=true'],
  ['postgres://me@db/lathe?sslmode=verify-full', ''],
  ['postgres://me@db/lathe?sslmode=no-verify', ''],
  ['postgres://me@db/lathe?sslmode=require&uselibpqcompat=false', ''],
])('asLibpq uses the TLS modes of libpq: %s%s', (url, more) => {
  expect(withLibpqModes(url)).toBe(`${url}${more}`)
})

test('openPostgres reports the setting, host and reason if the database is unreachable', async () => {
  await expect(openPostgres('postgres://me:secret@127.0.0.1:9/lathe')).rejects.toThrow(
    'DATABASE_URL: Postgres at 127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9',
  )
})
