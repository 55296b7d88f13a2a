import type { Span } from '@lathe/contract'
import { createOutlineReader } from '@lathe/traces'
import { expect, test } from 'vitest'
import { appendSpans } from '../store/append-spans.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { span } from '../../testing/span-factory.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const byId = (a: Span, b: Span) => (a.id < b.id ? -1 : 1)

async function readAll(client: TestApp['client'], id: string) {
  const parts = await client.traces.outline({ id })
  let read: ReturnType<typeof createOutlineReader> | undefined
  const sizes: number[] = []
  const spans: Span[] = []
  for await (const part of parts) {
    if (part.type === 'trace') read = createOutlineReader(part.trace)
    else {
      const added = read?.(part.spans) ?? []
      sizes.push(added.length)
      spans.push(...added)
    }
  }
  return { sizes, spans }
}

describeDatabases('a trace outline', (db) => {
  const stored = async (count: number) => {
    const { client } = createTestApp(db())
    const root = span({ kind: 'agent', name: 'Echo', usage: null, cost: null })
    const others = Array.from({ length: count - 1 }, (_, index) =>
      span({ traceId: root.id, parentId: root.id, startedAt: root.startedAt + count - index }),
    )
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, ...others])
    return { client, root }
  }

  test('contains the trace without payloads', async () => {
    const { client, root } = await stored(3)

    const { spans, sizes } = await readAll(client, root.id)

    const { spans: expected } = await client.traces.get({ id: root.id })
    expect(spans).toEqual(expected)
    expect(sizes).toEqual([3])
  })

  test('arrives in parts, the earliest spans first, each span once', async () => {
    const { client, root } = await stored(4_700)

    const { spans, sizes } = await readAll(client, root.id)

    const { spans: expected } = await client.traces.get({ id: root.id })
    expect(sizes[0]).toBe(500)
    expect(spans.slice(0, 500)).toEqual(expected.slice(0, 500))
    expect(sizes.length).toBeGreaterThan(2)
    expect(spans.toSorted(byId)).toEqual(expected.toSorted(byId))
  })

  test('rejects the outline of an unknown trace', async () => {
    const { client } = createTestApp(db())

    await expect(
      client.traces.outline({ id: '019f0000-0000-7000-8000-000000000000' }),
    ).rejects.toMatchObject({ code: 'NO_SUCH_TRACE' })
  })
})
