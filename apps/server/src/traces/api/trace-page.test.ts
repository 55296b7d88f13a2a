import type { SpanDetail, TraceMatch } from '@lathe/contract'
import { expect, test } from 'vitest'
import { appendSpans } from '../store/append-spans.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { span } from '../../testing/span-factory.ts'
import { createTestApp } from '../../testing/test-app.ts'

const nowhere = '019f0000-0000-7000-8000-000000000000'

async function flat<T>(parts: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const part of parts) all.push(...part)
  return all
}

describeDatabases('the trace page', (db) => {
  const stored = async (more: readonly Partial<SpanDetail>[] = []) => {
    const { client } = createTestApp(db())
    const root = span({ kind: 'agent', usage: null, cost: null })
    const others = more.map((over) => span({ traceId: root.id, parentId: root.id, ...over }))
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, ...others])
    return { client, root, others, place: { traceId: root.id, spanId: root.id } }
  }

  test('adds, changes, lists and removes feedback', async () => {
    const { client, root, place } = await stored()

    const added = await client.traces.addFeedback({ ...place, key: 'thumbs', score: 1 })
    const changed = await client.traces.editFeedback({ id: added.id, comment: 'Well said' })

    expect(added).toMatchObject({ spanId: root.id, key: 'thumbs', score: 1, source: 'app' })
    expect(changed).toMatchObject({ score: 1, comment: 'Well said' })
    expect(await client.traces.feedback({ id: root.id })).toEqual([changed])
    await client.traces.deleteFeedback({ id: added.id })
    expect(await client.traces.feedback({ id: root.id })).toEqual([])
    await client.traces.delete({ id: root.traceId })
    await expect(client.traces.feedback({ id: root.id })).rejects.toThrow('No such trace')
    await expect(client.traces.deleteFeedback({ id: added.id })).rejects.toMatchObject({
      code: 'NO_SUCH_FEEDBACK',
    })
  })

  test('returns stored scores that would be rejected today', async () => {
    const { client, root, place } = await stored()
    await client.traces.addFeedback({ ...place, key: 'thumbs', score: 1 })
    await db().updateTable('feedback').set({ score: '1e18' }).execute()

    expect(await client.traces.feedback({ id: root.id })).toMatchObject([{ score: 1e18 }])
  })

  test('summarizes the feedback of each trace in a list', async () => {
    const { client, root, others, place } = await stored([{}])
    await stored()
    const on = { traceId: root.id, spanId: others[0]?.id ?? '' }
    await client.traces.addFeedback({ ...place, key: 'thumbs', score: 1 })
    await client.traces.addFeedback({ ...on, key: 'thumbs', score: false })
    await client.traces.addFeedback({ ...on, key: 'comment', comment: 'Too long' })

    const { items } = await client.traces.list({})

    expect(items.find(({ id }) => id === root.id)?.feedback).toEqual([
      { key: 'comment', count: 1, average: null },
      { key: 'thumbs', count: 2, average: 0.5 },
    ])
    expect(items.filter(({ feedback }) => feedback.length === 0)).toHaveLength(1)
  })

  test('rejects feedback on an unknown span', async () => {
    const { client, root } = await stored()

    await expect(
      client.traces.addFeedback({ traceId: root.id, spanId: nowhere, key: 'thumbs' }),
    ).rejects.toMatchObject({ code: 'NO_SUCH_SPAN' })
  })

  test('expires a link and allows a new one', async () => {
    const { client, root, place } = await stored()
    const over = await client.traces.share({ ...place, expiresAt: 1 })

    expect(await client.traces.shares({ id: root.id })).toEqual([])
    const made = await client.traces.share(place)

    expect(made).toMatchObject({ expiresAt: null })
    expect(made.token).not.toBe(over.token)
    const expiresAt = made.createdAt + 60_000_000
    expect(await client.traces.share({ ...place, expiresAt })).toEqual({ ...made, expiresAt })
    expect(await client.traces.share(place)).toEqual({ ...made, expiresAt })
  })

  test('creates a link once, lists and revokes it', async () => {
    const { client, root, place } = await stored()

    const made = await client.traces.share(place)

    expect(await client.traces.share(place)).toEqual(made)
    expect(await client.traces.shares({ id: root.id })).toEqual([made])
    await client.traces.revokeShare({ token: made.token })
    expect(await client.traces.shares({ id: root.id })).toEqual([])
    await expect(client.traces.revokeShare({ token: made.token })).rejects.toMatchObject({
      code: 'NO_SUCH_SHARE',
    })
  })

  test('creates separate links for equal span ids in two traces', async () => {
    const [one, other] = [await stored([{ id: nowhere }]), await stored([{ id: nowhere }])]
    const share = ({ client, root }: typeof one) =>
      client.traces.share({ traceId: root.id, spanId: nowhere })

    const made = [await share(one), await share(other)]

    expect(await one.client.traces.shares({ id: one.root.id })).toEqual([made[0]])
    expect(await one.client.traces.shares({ id: other.root.id })).toEqual([made[1]])
  })

  test('shares a trace whose root has not arrived', async () => {
    const { client } = createTestApp(db())
    const child = span({ parentId: nowhere, traceId: '019f0000-0000-7000-8000-000000000001' })
    await appendSpans(db(), DEFAULT_WORKSPACE, [child])
    const { traceId } = child

    const made = await client.traces.share({ traceId, spanId: traceId })

    expect(await client.traces.shares({ id: traceId })).toEqual([made])
    await expect(client.traces.share({ traceId: nowhere, spanId: nowhere })).rejects.toMatchObject({
      code: 'NO_SUCH_SPAN',
    })
  })

  test('finds text in any payload, ignoring case, over all pages', async () => {
    const spans = Array.from({ length: 450 }, (_, index) => ({
      inputs: { question: index === 7 ? 'Where is the "Blue\nLamp"?' : 'Why?' },
      metadata: index === 440 ? { note: `${'long '.repeat(1_000)}BLUE\nLAMP` } : {},
    }))
    const { client, root, others } = await stored(spans)

    const find = async (q: string): Promise<TraceMatch[]> =>
      await flat(await client.traces.find({ id: root.id, q }))

    expect(
      (await find('blue\nlamp')).toSorted((a, b) => a.part.localeCompare(b.part)),
    ).toMatchObject([
      {
        spanId: others[7]?.id,
        part: 'inputs',
        excerpt: '…on":"Where is the "Blue Lamp"?"}',
      },
      { spanId: others[440]?.id, part: 'metadata' },
    ])
    expect(await find('red lamp')).toEqual([])
  })

  test('a search of payloads does not match escape sequences', async () => {
    const { client, root } = await stored([{ inputs: ['a\nb'] }, { inputs: ['a\\not'] }])

    const found = await flat(await client.traces.find({ id: root.id, q: 'n' }))

    const excerpts = found.map(({ excerpt }) => excerpt)
    expect(excerpts).toContain('["a\\not"]')
    expect(excerpts).not.toContain('["a b"]')
  })

  test('returns all spans with payloads for export', async () => {
    const { client, root, others } = await stored(Array.from({ length: 300 }, () => ({})))

    const details = await flat(await client.traces.details({ id: root.id }))

    expect(details).toHaveLength(301)
    const last = others.at(-1)
    expect(details.find(({ id }) => id === last?.id)).toEqual(
      await client.traces.span({ traceId: root.id, spanId: last?.id ?? '' }),
    )
  })

  test('rejects unknown ids', async () => {
    const { client } = await stored()
    const missing = { code: 'NO_SUCH_TRACE' }

    await expect(client.traces.details({ id: nowhere })).rejects.toMatchObject(missing)
    await expect(client.traces.find({ id: nowhere, q: 'x' })).rejects.toMatchObject(missing)
  })
})
