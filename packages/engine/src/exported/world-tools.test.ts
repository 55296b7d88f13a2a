import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { GraphDocument, GraphNode, Json, ToolConfig } from '@lathe/contract'
import { SQL_ARGUMENTS, SqlToolConfig } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { exportProject } from '@lathe/graph/export'
import type { ToolDescription } from '@lathe/graph/export'
import { afterEach, expect, test, vi } from 'vitest'
import { graph } from '../testing/documents.ts'
import { importFrom, typeErrors, writeProject } from '../testing/exported.ts'

type Tool = { invoke: (args: object) => Promise<unknown> }
type Graph = {
  graph: { invoke: (input: object, config?: object) => Promise<{ text: Json }> }
}

const calling = (...steps: [tool: string, args: Record<string, string>][]): GraphDocument => {
  const ids = steps.map((_, index) => `step${index}`)
  const nodes = steps.map(([tool, args], index): [string, GraphNode] => [
    ids[index] ?? '',
    {
      kind: 'tool',
      tool,
      args: Object.fromEntries(
        Object.entries(args).map(([name, of]) => [name, { expression: of }]),
      ),
      writes: 'text',
    },
  ])
  const edges = ['start', ...ids].map((id, index) => `${id} > ${ids[index] ?? 'end'}`)
  return graph({ nodes: Object.fromEntries(nodes), edges })
}
const asking = (config: ToolConfig): ToolDescription[] => [
  { name: 'ask_shop', description: 'Asks the shop', schema: SQL_ARGUMENTS, config },
]
const sqlite = (parts: object) =>
  SqlToolConfig.parse({ kind: 'sql', database: { type: 'sqlite', file: 'shop.db' }, ...parts })

afterEach(() => vi.unstubAllEnvs())

async function shopTool(config: ToolConfig) {
  const folder = writeProject(
    calling(['ask_shop', { query: 'topic' }]),
    'agent',
    {},
    asking(config),
  )
  const file = join(folder, 'elsewhere.db')
  const database = new DatabaseSync(file)
  database.exec(
    "create table goods (name, price); insert into goods values ('lamp', 40), ('chair', 90)",
  )
  database.close()
  vi.stubEnv('ASK_SHOP_FILE', file)
  const { askShop } = await importFrom<{ askShop: Tool }>(folder, 'tools.ts')
  return { folder, askShop }
}

test('an exported SQL tool queries a database file within the rules of Lathe', async () => {
  const { folder, askShop } = await shopTool(sqlite({ maxRows: 1 }))
  const ask = (query: string, params?: Json[]) =>
    askShop.invoke({ query, ...(params && { params }) })

  expect(await ask('select name from goods where price > ?', [50])).toEqual({
    rows: [{ name: 'chair' }],
  })
  expect(await ask('select * from goods')).toEqual({
    rows: [{ name: 'lamp', price: 40 }],
    truncated: true,
  })
  await expect(ask('delete from goods')).rejects.toThrow('not authorized')
  await expect(ask("attach 'other.db' as other")).rejects.toThrow('not authorized')
  await expect(ask('select 1; select 2')).rejects.toThrow('One statement at a time')
  expect(await typeErrors(folder)).toBe('')
})

test('an exported SQL tool may write if it may in Lathe', async () => {
  const { askShop } = await shopTool(sqlite({ allowWrites: true }))

  expect(await askShop.invoke({ query: 'delete from goods' })).toEqual({ changes: 2 })
})

test('an exported SQL tool stops an endless query', async () => {
  const { askShop } = await shopTool(sqlite({ timeoutMs: 200 }))
  const query = 'with recursive n(i) as (select 1 union all select i from n) select count(*) from n'

  await expect(askShop.invoke({ query })).rejects.toThrow('longer than 200 ms')
})

test('a Postgres tool reads its address and password from the environment', async () => {
  const url = 'postgres://reader@127.0.0.1:1/shop'
  const config = SqlToolConfig.parse({
    kind: 'sql',
    database: { type: 'postgres', url, password: 'canary' },
  })
  const document = calling(['ask_shop', { query: 'topic' }])
  const files = exportProject(document, { name: 'a', slug: 'a', tools: asking(config) })
  const folder = writeProject(document, 'agent', {}, asking(config))
  const { askShop } = await importFrom<{ askShop: Tool }>(folder, 'tools.ts')

  await expect(askShop.invoke({ query: 'select 1' })).rejects.toThrow('ECONNREFUSED')
  expect(JSON.stringify(files)).not.toContain('canary')
  const text = (name: string) => files.find(({ path }) => path === name)?.text
  expect(text('.env.example')).toContain(`ASK_SHOP_URL=${url}\nASK_SHOP_PASSWORD=\n`)
  expect(text('README.md')).toContain('`ASK_SHOP_URL`, `ASK_SHOP_PASSWORD`')
  expect(text('package.json')).toContain('"pg-cursor"')
  expect(await typeErrors(folder)).toBe('')
})

test('a called agent shares its memories with its caller', async () => {
  const keeping = calling(
    ['memory_put', { key: '"tea"', value: '({ likes: topic })' }],
    ['memory_put', { key: '"mug"', value: '({ likes: "Blue" })' }],
    ['memory_delete', { key: '"mug"' }],
  )
  const keeper = { agent: 'keeper', name: 'Keeper', version: 1, hash: hashDocument(keeping) }
  const document = graph({
    nodes: {
      keep: {
        kind: 'agent-call',
        agent: 'keeper',
        input: { topic: { expression: 'topic' } },
        output: {},
      },
      find: {
        kind: 'tool',
        tool: 'memory_search',
        args: { query: { expression: '"likes"' }, namespace: { expression: '[]' } },
        writes: 'text',
      },
    },
    edges: ['start > keep', 'keep > find', 'find > end'],
  })
  const folder = writeProject(document, 'agent', { keeper: { ...keeper, document: keeping } })
  const { graph: exported } = await importFrom<Graph>(folder, 'agent.ts')

  const { text } = await exported.invoke({ topic: 'Green' })
  const user = { configurable: { user_id: 'ada' } }
  const { text: ofUser } = await exported.invoke({ topic: 'Red' }, user)

  expect(text).toEqual([{ namespace: ['memories'], key: 'tea', value: { likes: 'Green' } }])
  expect(ofUser).toEqual([{ namespace: ['memories'], key: 'tea', value: { likes: 'Red' } }])
  expect(await typeErrors(folder)).toBe('')
})

test('code of a model runs in a sandbox of the exported project', async () => {
  const folder = writeProject(calling(['run_javascript', { code: 'topic' }]))
  const { runJavascript } = await importFrom<{ runJavascript: Tool }>(folder, 'tools.ts')
  const run = (code: string, data?: Json) =>
    runJavascript.invoke({ code, ...(data !== undefined && { data }) })

  expect(await run('data.map((n) => n * 2)', [1, 2])).toEqual([2, 4])
  expect(await run('const a = await 20\nreturn { a: a + data }', 22)).toEqual({ a: 42 })
  expect(await run('typeof process + typeof fetch + typeof require')).toBe('undefined'.repeat(3))
  await expect(run('for (;;) {}')).rejects.toThrow('more than 1000 ms')
  await expect(run('await new Promise(() => {})')).rejects.toThrow('never happens')
  await expect(run('"x".repeat(1e9).split("")')).rejects.toThrow('memory')
  await expect(run('null.x')).rejects.toThrow('TypeError')
  await expect(run('return {')).rejects.toThrow('SyntaxError')
  expect(await typeErrors(folder)).toBe('')
})
