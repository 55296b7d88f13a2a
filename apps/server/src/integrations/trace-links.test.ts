import { traceUuid } from '@lathe/traces'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { appendSpans } from '../traces/store/append-spans.ts'
import { makeSpan } from '../traces/store/span.fixture.ts'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'

describeDatabases('the address of a trace', (db) => {
  let close: (() => Promise<void>) | undefined
  afterEach(async () => await close?.())

  /** Where it leads to; null when it is a page itself. */
  async function leadsTo(path: string) {
    const server = await createTestApp(db()).serve()
    close = server.close
    const response = await fetch(`${server.url}/traces/${path}`, { redirect: 'manual' })
    return response.headers.get('location')
  }

  test('may be the id that OpenTelemetry gave it', async () => {
    const hex = '73947d8839f852e1f4105f7c199c27a8'
    const span = makeSpan({ traceId: traceUuid(hex) })
    await appendSpans(db(), DEFAULT_WORKSPACE, [span])

    expect(await leadsTo(hex.toUpperCase())).toBe(`/traces/${span.traceId}`)
  })

  test('may be its id in capitals', async () => {
    const span = makeSpan()
    await appendSpans(db(), DEFAULT_WORKSPACE, [span])

    expect(await leadsTo(span.traceId.toUpperCase())).toBe(`/traces/${span.traceId}`)
  })

  test('may be the id of a step in it', async () => {
    const root = makeSpan()
    const step = makeSpan({ traceId: root.traceId, parentId: root.id })
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, step])

    expect(await leadsTo(step.id)).toBe(`/traces/${root.traceId}?span=${step.id}`)
  })

  test('is its page, as are other pages of traces', async () => {
    const span = makeSpan()
    await appendSpans(db(), DEFAULT_WORKSPACE, [span])

    expect(await leadsTo(span.traceId)).toBeNull()
    expect(await leadsTo('threads')).toBeNull()
    expect(await leadsTo('0'.repeat(32))).toBeNull()
  })
})
