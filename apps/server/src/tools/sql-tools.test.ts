import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HEADER_MASK, SqlToolConfig } from '@lathe/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { describeSqlite } from '../testing/databases.ts'
import { startRunningApp } from '../testing/running-app.ts'

let home = ''
let postgres = new URL('postgres://nobody@127.0.0.1/none')
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'lathe-sql-'))
  await mkdir(join(home, 'databases'))
  const shop = new DatabaseSync(join(home, 'databases', 'shop.db'))
  shop.exec(
    'create table orders (id integer, city text); insert into orders values (1, $$)'.replace(
      '$$',
      "'Köln'",
    ),
  )
  shop.exec("insert into orders values (2, 'Bonn'), (3, 'Bonn')")
  shop.close()
  new DatabaseSync(join(home, 'secret.db')).close()
  await symlink(join(home, 'secret.db'), join(home, 'databases', 'link.db'))
  postgres = new URL(inject('postgresUrl'))
  await onServer('create table if not exists sql_tool_orders (id int, city text)')
  await onServer(
    "truncate sql_tool_orders; insert into sql_tool_orders values (1, 'Köln'), (2, 'Bonn'), (3, 'Bonn')",
  )
})
afterAll(() => rm(home, { recursive: true, force: true }))

async function onServer(statement: string) {
  const client = new Client({ connectionString: postgres.href })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const sqlite = (fields: object = {}, file = 'shop.db') =>
  SqlToolConfig.parse({ kind: 'sql', database: { type: 'sqlite', file }, ...fields })
const onPostgres = (fields: object = {}, allowPrivate = true) =>
  SqlToolConfig.parse({
    kind: 'sql',
    database: { type: 'postgres', url: postgres.href, allowPrivate },
    ...fields,
  })

describeSqlite('an SQL tool', (db) => {
  const asking = async (
    config: SqlToolConfig,
    questions: { query: string; params?: (string | number)[] }[],
  ) => {
    const app = await startRunningApp(db(), { env: { LATHE_HOME: home } })
    try {
      const schema = { type: 'object' }
      await app.client.tools.create({
        name: 'shop',
        description: 'The shop',
        schema,
        effect: 'pure',
        config,
      })
      const answers = []
      for (const args of questions) answers.push(await app.client.tools.try({ name: 'shop', args }))
      return answers
    } finally {
      await app.stop()
    }
  }

  describe.each([
    ['SQLite', sqlite, '?', 'orders'],
    ['Postgres', onPostgres, '$1', 'sql_tool_orders'],
  ] as const)('on %s', (name, config, mark, table) => {
    test('returns rows with parameters, up to the limit', async () => {
      const [some, cut] = await asking(config({ maxRows: 2 }), [
        { query: `select city from ${table} where id = ${mark}`, params: [1] },
        { query: `select id, city, id from ${table} order by id` },
      ])

      expect(some).toMatchObject({ ok: true, result: { rows: [{ city: 'Köln' }] } })
      expect(cut).toMatchObject({
        ok: true,
        result: { rows: [{ id: 1, city: 'Köln', id_2: 1 }, { id: 2 }], truncated: true },
      })
    })

    test('rejects every change unless writes are allowed', async () => {
      const changes = [
        `delete from ${table}`,
        `with gone as (select 1) insert into ${table} select 9, 'Ulm'`,
        `drop table ${table}`,
        `select 1; delete from ${table}`,
        name === 'SQLite' ? 'pragma writable_schema = 1' : 'set transaction read write; select 1',
        name === 'SQLite' ? "attach 'x.db' as x" : `do $$ begin delete from ${table}; end $$`,
      ]
      const answers = await asking(config(), [
        ...changes.map((query) => ({ query })),
        { query: `select count(*) as n from ${table}` },
      ])

      for (const answer of answers.slice(0, -1)) {
        expect(answer).toMatchObject({ ok: false, error: { code: 'TOOL_ERROR' } })
      }
      const left = answers.at(-1)
      expect(left?.ok && JSON.stringify(left.result)).toMatch(/"n":"?3"?/)
    })

    test('writes if allowed and reports the number of rows', async () => {
      const [inserted, removed] = await asking(config({ allowWrites: true }), [
        { query: `insert into ${table} values (7, 'Trier')` },
        { query: `delete from ${table} where id = 7` },
      ])

      expect(inserted).toMatchObject({ ok: true, result: { changes: 1 } })
      expect(removed).toMatchObject({ ok: true, result: { changes: 1 } })
    })

    test('aborts slow queries', async () => {
      const endless =
        name === 'SQLite'
          ? 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n'
          : 'select pg_sleep(60)'
      const [slow] = await asking(config({ timeoutMs: 300 }), [{ query: endless }])

      expect(slow).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } })
      expect(slow?.durationMs).toBeLessThan(60_000)
    })
  })

  test('on Postgres starts no server program and truncates a huge row', async () => {
    const marks = ['copy', '-- select\n(copy', '/* /* */ select */ copy']
    const [flood, explained, ...refused] = await asking(onPostgres({ timeoutMs: 60_000 }), [
      { query: "select repeat('x', 60000000)" },
      { query: '/* how */ explain select 1' },
      ...marks.map((mark) => ({ query: `${mark} (select 1) to program 'true'` })),
    ])

    expect(flood).toMatchObject({ ok: false, error: { code: 'PAYLOAD_TOO_LARGE' } })
    expect(explained).toMatchObject({ ok: true })
    for (const answer of refused) {
      expect(answer).toMatchObject({
        ok: false,
        error: { message: expect.stringMatching(/^Only/) },
      })
    }
  })

  test("opens only files in the operator's folders, following links", async () => {
    for (const file of ['../secret.db', 'link.db', '/etc/passwd', 'none.db']) {
      const [answer] = await asking(sqlite({}, file), [{ query: 'select 1' }])
      expect(answer).toMatchObject({
        ok: false,
        error: { message: expect.stringContaining('may open') },
      })
      await db().deleteFrom('tools').execute()
    }
  })

  test.each([
    ['?sslmode=require', 'TOOL_ERROR', /support SSL/],
    [':9/shop', 'CONNECTION', /^No server responds at 127\.0\.0\.1:9 /],
  ])('reports %s', async (end, code, message) => {
    const url = end.startsWith(':')
      ? postgres.href.replace(/@.*/, `@127.0.0.1${end}`)
      : `${postgres.href}${end}`
    const database = { type: 'postgres', url, allowPrivate: true }
    const [answer] = await asking(SqlToolConfig.parse({ kind: 'sql', database }), [
      { query: 'select 1' },
    ])

    expect(answer).toMatchObject({
      ok: false,
      error: { code, message: expect.stringMatching(message) },
    })
  })

  test('calls no private address without permission and never shows the password', async () => {
    const [answer] = await asking(onPostgres({}, false), [{ query: 'select 1' }])
    expect(answer).toMatchObject({ ok: false, error: { code: 'EGRESS_DENIED' } })

    await db().deleteFrom('tools').execute()
    const app = await startRunningApp(db(), { env: { LATHE_HOME: home } })
    try {
      const tool = {
        name: 'far',
        description: 'Far',
        schema: { type: 'object' },
        effect: 'pure' as const,
        config: SqlToolConfig.parse({
          kind: 'sql',
          database: { type: 'postgres', url: 'postgres://me:canary-0123456789@db.example/shop' },
        }),
      }
      const made = await app.client.tools.create(tool)
      expect(made).toMatchObject({
        effect: 'read',
        schema: { required: ['query'] },
        config: { database: { url: 'postgres://me@db.example/shop', password: HEADER_MASK } },
      })
      const rows = await db().selectFrom('tools').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain('canary')
      const moved = app.client.tools.edit({
        id: made.id ?? '',
        config: SqlToolConfig.parse({
          kind: 'sql',
          database: {
            type: 'postgres',
            url: 'postgres://me@thief.example/shop',
            password: HEADER_MASK,
          },
        }),
      })
      await expect(moved).rejects.toMatchObject({ code: 'SECRETS_NEEDED' })
      const withFile = {
        ...tool,
        name: 'files',
        config: SqlToolConfig.parse({
          kind: 'sql',
          database: { type: 'postgres', url: 'postgres://me@db.example/shop?sslkey=/etc/passwd' },
        }),
      }
      await expect(app.client.tools.create(withFile)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
      const silly = SqlToolConfig.parse({
        kind: 'sql',
        database: { type: 'postgres', url: 'postgres://me@db.example/shop?sslmode=verify' },
      })
      await expect(
        app.client.tools.create({ ...tool, name: 'silly', config: silly }),
      ).rejects.toMatchObject({ message: expect.stringContaining('require, verify-ca') })
    } finally {
      await app.stop()
    }
  })
})
