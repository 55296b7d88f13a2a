import type { SharedTrace, Span, SpanDetail } from '@lathe/contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { renderPages } from '../../../testing/render-pages.tsx'
import { sharedFileUrl, SharedTracePage } from './shared-trace-page.tsx'

const TOKEN = uuid(90)
const root: Span = {
  id: uuid(1),
  traceId: uuid(1),
  parentId: null,
  kind: 'chain',
  name: 'support',
  node: null,
  superstep: null,
  status: 'success',
  startedAt: 1_000,
  endedAt: 9_000,
  firstTokenAt: null,
  model: null,
  provider: null,
  usage: null,
  cost: null,
  error: null,
  tags: [],
  payloadBytes: 0,
}
const failed: Span = {
  ...root,
  id: uuid(2),
  parentId: root.id,
  kind: 'tool',
  name: 'lookup',
  status: 'error',
  error: { code: 'INTERNAL', message: 'No answer', retryable: false, connectionId: uuid(5) },
}
const trace: SharedTrace = {
  title: 'Where is it?',
  isForeign: true,
  spans: [root, failed],
  isTruncated: false,
}
const detail = (span: Span): SpanDetail => ({
  ...span,
  inputs: { question: `Input of ${span.name}` },
  outputs: null,
  events: [],
  metadata: {},
})

let paths: string[]

function serve(shared: SharedTrace) {
  const file = { name: 'a b.txt', mimeType: 'application/zip', size: 3 }
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    const span = shared.spans.find(({ id }) => path.endsWith(`/spans/${id}`))
    if (path === `/public/${TOKEN}/trace`) return Response.json(shared)
    return span
      ? Response.json({ span: detail(span), attachments: [file] })
      : Response.json({ code: 'NO_SUCH_LINK' }, { status: 404 })
  })
}

const open = (token = TOKEN) =>
  renderPages(`/public/${token}/r`, { '/public/$token/r': SharedTracePage })

beforeEach(() => {
  paths = []
})

test('shows the root of a shared trace with its payload and files', async () => {
  serve(trace)
  await open()

  expect(await screen.findByText(/Input of support/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Where is it?')
  const link = screen.getByRole('link', { name: 'a b.txt' })
  expect(link).toHaveAttribute('href', sharedFileUrl(TOKEN, root.id, 'a b.txt'))
  expect(paths.every((path) => path.startsWith(`/public/${TOKEN}/`))).toBe(true)
})

test('opens the first failed span of a shared trace without a link to its connection', async () => {
  serve(trace)
  await open()

  await userEvent.click(await screen.findByRole('button', { name: /1 failed step/ }))

  expect(await screen.findByRole('heading', { name: 'No answer' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Open connection' })).toBeNull()
})

test('reports how many spans of a large shared trace are shown', async () => {
  serve({ ...trace, isTruncated: true })
  await open()

  expect(await screen.findByText('Only the first 2 spans are shown')).toBeVisible()
})

test('reports a revoked or unknown link', async () => {
  serve(trace)
  await open(uuid(91))

  expect(await screen.findByRole('heading', { name: 'This link is not valid' })).toBeVisible()
})
