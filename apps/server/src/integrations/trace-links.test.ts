import { traceUuid } from '@lathe/traces'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { appendSpans } from '../traces/store/append-spans.ts'
import { makeSpan } from '../traces/store/span.fixture.ts'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'

describeDatabases('trace URLs', (db) => {
  let close: (() => Promise<void>) | undefined
  afterEach(async () => await close?.())

  /** Returns the redirect target, or null for a page. */
  async function resolveLink(path: string) {
    const server = await createTestApp(db()).serve()
    close = server.close
    const response = await fetch(`${server.url}/traces/${path}`, { redirect: 'manual' })
    return response.headers.get('location')
  }

  test('a trace URL accepts an OpenTelemetry trace id', async () => {
    const hex = '73947d8839f852e1f4105f7c199c27a8'
    const span = makeSpan({ traceId: traceUuid(hex) })
    await appendSpans(db(), DEFAULT_WORKSPACE, [span])

    expect(await resolveLink(hex.toUpperCase())).toBe(`/traces/${span.traceId}`)
  })

  test('a trace URL accepts an upper-case id', async () => {
    const span = makeSpan()
    await appendSpans(db(), DEFAULT_WORKSPACE, [span])

    expect(await resolveLink(span.traceId.toUpperCase())).toBe(`/traces/${span.traceId}`)
  })

  test('a trace URL accepts the id of a span', async () => {
    const root = makeSpan()
    const step = makeSpan({ traceId: root.traceId, parentId: root.id })
    await appendSpans(db(), DEFAULT_WORKSPACE, [root, step])

    expect(await resolveLink(step.id)).toBe(`/traces/${root.traceId}?span=${step.id}`)
  })

  test('the canonical trace URL and other trace pages are not redirected', async () => {
    const span = makeSpan()
    await appendSpans(db(), DEFAULT_WORKSPACE, [span])

    expect(await resolveLink(span.traceId)).toBeNull()
    expect(await resolveLink('threads')).toBeNull()
    expect(await resolveLink('0'.repeat(32))).toBeNull()
  })
})
