import { articles, htmlText, searchArticles } from '@lathe-ai/runtime/tools'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createEgress } from '../egress/egress.ts'
import { type Answer, startServer, type TestServer } from '../testing/http-server.ts'
import {
  builtInTools,
  calculator,
  currentTime,
  httpGet,
  knowledgeLookup,
  knowledgeSearch,
} from './built-in.ts'
import { createToolRegistry, type ToolContext } from './definition.ts'
import { createSandbox } from '../sandbox/sandbox.ts'

const egress = createEgress()
const sandbox = createSandbox()
afterAll(() => sandbox.close())
const context = (servers: TestServer[] = []): ToolContext => ({
  clockAndSeed: { now: Date.UTC(2026, 10, 20, 14, 5, 12), seed: 'x' },
  fetch: egress.fetch({ allow: servers.map(({ port }) => ({ host: '127.0.0.1', port })) }),
  sandbox,
  store: null,
  memoryPrefix: [],
  search: null,
  signal: new AbortController().signal,
})
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})
async function serve(answer: Answer) {
  const server = await startServer(answer)
  closing.push(() => server.close())
  return server
}

test('the registry finds a tool by name and rejects duplicate names', () => {
  const tools = builtInTools({
    toolRetries: 2,
    toolResponseBytes: 1_000,
    providerTimeoutMs: 5_000,
    mediaBytes: 1_000,
  })
  const registry = createToolRegistry(tools)

  expect(registry.list().map(({ name, effect }) => [name, effect])).toEqual([
    ['calculator', 'pure'],
    ['current_time', 'read'],
    ['knowledge_lookup', 'read'],
    ['knowledge_search', 'read'],
    ['run_javascript', 'pure'],
    ['memory_put', 'write'],
    ['memory_get', 'read'],
    ['memory_search', 'read'],
    ['memory_delete', 'write'],
    ['speak', 'read'],
    ['transcribe', 'read'],
    ['translate_audio', 'read'],
    ['generate_image', 'read'],
    ['http_get', 'read'],
  ])
  expect(registry.find('calculator')).toBe(calculator)
  expect(registry.find('toString')).toBeUndefined()
  expect(() => createToolRegistry([...tools, calculator])).toThrow('same name')
})

test('the calculator rounds away binary fractions', () => {
  expect(calculator.run({ expression: '0.1 + 0.2' }, context())).toBe(0.3)
  expect(calculator.run({ expression: '12 % 7 * 840' }, context())).toBe(4_200)
})

test.each([
  [{}, '2026-11-20T14:05:12+00:00, Friday 20 November 2026, UTC'],
  [{ timezone: 'Asia/Tokyo' }, '2026-11-20T23:05:12+09:00, Friday 20 November 2026, Asia/Tokyo'],
  [
    { timezone: 'America/St_Johns' },
    '2026-11-20T10:35:12-03:30, Friday 20 November 2026, America/St_Johns',
  ],
])('the clock with %j returns the time of the run', (args, time) => {
  expect(currentTime.run(args, context())).toBe(time)
})

test('the clock rejects an unknown time zone', () => {
  expect(() => currentTime.run({ timezone: 'Mars/Base' }, context())).toThrow('Mars/Base')
})

describe('the knowledge base', () => {
  test('contains several texts on each subject, each with its own title', () => {
    expect(articles.length).toBeGreaterThanOrEqual(30)
    expect(new Set(articles.map(({ title }) => title)).size).toBe(articles.length)
    expect(Math.max(...articles.map(({ text }) => text.length))).toBeLessThan(600)
  })

  test.each([
    ['How LangGraph keeps the state of an agent', 'State and channels in LangGraph'],
    ['What is a superstep in LangGraph?', 'Supersteps'],
    ['LangGraph checkpoints', 'Checkpoints'],
    ['resuming after a crash', 'Checkpoints'],
    ['joining parallel results', 'Fan-out with Send'],
    ['pause for human approval', 'Interrupts'],
    ['shop policy refund: the lamp arrived cracked', 'Shop policy: refund for damaged goods'],
    ['shop policy shipping: where is my parcel, it is late', 'Shop policy: late or lost parcels'],
    ['how long is the warranty', 'Shop policy: warranty'],
    ['charged twice on my card', 'Shop policy: payment and invoices'],
    ['cancel my order', 'Shop policy: changing or cancelling an order'],
    ['a provider that needs no key', 'The demo model'],
    ['tool calls', 'Tool calling'],
  ])('finds texts for %j', (query, title) => {
    expect(searchArticles(query, 3).map((article) => article.title)).toContain(title)
  })

  test('returns texts with their sources, or reports no match', async () => {
    const found = await knowledgeLookup.run({ query: 'reducers', limit: 1 }, context())

    expect(found).toMatch(/^A reducer is a function .* \(Source: Reducers\.\)$/)
    expect(await knowledgeLookup.run({ query: 'zebra' }, context())).toBe(
      'Nothing is known about zebra.',
    )
  })
})

describe('GET', () => {
  const get = httpGet({ maxBytes: 100_000, retries: 2, maxBackoffMs: 5 })

  test('reads a page without its markup', async () => {
    const page =
      '<html><head><title>Lamps &amp; more</title><style>p{}</style></head><body><script>evil()</script>' +
      '<h1>Offers</h1><p>Desk   lamp: <b>79.90&nbsp;€</b></p><ul><li>One<li>Two</ul><!-- no --></body></html>'
    const server = await serve(
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page),
    )

    expect(await get.run({ url: server.url }, context([server]))).toEqual({
      status: 200,
      contentType: 'text/html',
      body: 'Lamps & more\nOffers\nDesk lamp: 79.90 €\n- One\n- Two',
    })
  })

  test('truncates a long text and rejects a body over the limit', async () => {
    const server = await serve((request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.end('x'.repeat(request.url === '/long' ? 50_000 : 500_000))
    })

    expect(await get.run({ url: `${server.url}/long` }, context([server]))).toMatchObject({
      body: 'x'.repeat(20_000),
      truncated: true,
    })
    await expect(get.run({ url: `${server.url}/huge` }, context([server]))).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
    })
  })

  test('rejects content that is not text', async () => {
    const server = await serve(
      (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
    )

    await expect(get.run({ url: server.url }, context([server]))).rejects.toMatchObject({
      code: 'TOOL_ERROR',
    })
  })

  test('retries server errors, and returns a rejection as an answer', async () => {
    const server = await serve(({ url }, response, nth) => {
      const isFine = url === '/busy' && nth === 3
      response.writeHead(url === '/gone' ? 404 : isFine ? 200 : 503, {
        'content-type': 'text/plain',
      })
      response.end(url)
    })

    expect(await get.run({ url: `${server.url}/busy` }, context([server]))).toMatchObject({
      status: 200,
    })
    expect(await get.run({ url: `${server.url}/gone` }, context([server]))).toMatchObject({
      status: 404,
      body: '/gone',
    })
    expect(server.seen).toHaveLength(4)
    expect(await get.run({ url: `${server.url}/down` }, context([server]))).toMatchObject({
      status: 503,
    })
    expect(server.seen).toHaveLength(7)
  })

  test('denies private addresses', async () => {
    const server = await serve((_, response) => void response.end('secret'))

    await expect(get.run({ url: server.url }, context())).rejects.toMatchObject({
      code: 'EGRESS_DENIED',
    })
    expect(server.seen).toEqual([])
  })
})

test.each([
  ['<head><title>A</title><p>no body tag', 'A\nno body tag'],
  ['a<svg><title>no</title><path/><g>no</g></svg>b<svg/>c', 'abc'],
  [
    '<div>a<svg><g>no</div>what stands after what was left open',
    'a\nwhat stands after what was left open',
  ],
  ['<p>1<object><p>no</p></object>2</b></p>', '12'],
  ['<ul><li>a &lt;b&gt;<li>c</ul>', '- a <b>\n- c'],
  ['x<script>if (a</b) "</p>"</script>y<template><template>n</template>n</template>z', 'xyz'],
])('converts %j to text', (html, text) => {
  expect(htmlText(html)).toBe(text)
})

test('converts hostile markup in linear time', () => {
  const before = process.threadCpuUsage()

  htmlText('<script'.repeat(100_000))
  htmlText('<div>'.repeat(1_000_000))
  htmlText(`${'<b>'.repeat(300_000)}${'</i>'.repeat(300_000)}`)
  htmlText(`<p>${' '.repeat(500_000)}x`)
  htmlText('&amp'.repeat(200_000))

  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(10_000)
})

describe('the search of collections', () => {
  const chunk = {
    documentId: '0190b8f0-0000-7000-8000-000000000002',
    source: 'refunds.md',
    url: null,
    metadata: {},
    position: 0,
    text: 'Refunds take 14 days.',
    lines: { from: 1, to: 1 },
    score: 1,
    similarity: 0.8,
    ranks: { vector: 1, text: 1 },
  }

  test('numbers the passages and names their sources', async () => {
    const asked: unknown[] = []
    const search = async (what: object) => {
      asked.push(what)
      return { ok: true as const, chunks: [chunk], embedding: null }
    }

    const result = await knowledgeSearch.run(
      { collection: 'manual', query: 'refunds', limit: 2 },
      { ...context(), search },
    )

    expect(asked).toEqual([{ collection: 'manual', query: 'refunds', k: 2 }])
    expect(result).toBe('[1] Refunds take 14 days. (Source: refunds.md.)')
  })

  test('fails with the message of the error', async () => {
    const error = { code: 'GRAPH_INVALID' as const, message: 'No such thing', retryable: false }
    const search = async () => ({ ok: false as const, error, embedding: null })
    const call = async () =>
      knowledgeSearch.run({ collection: 'x', query: 'y' }, { ...context(), search })

    await expect(call()).rejects.toMatchObject({ message: 'No such thing' })
  })
})
