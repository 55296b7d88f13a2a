import { emptyDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { delegating } from '../testing/runnable-documents.ts'
import { createTestApp } from '../testing/test-app.ts'

describeDatabases('agents API', (db) => {
  test('creates an empty, unpublished agent that is found by slug and id', async () => {
    const { client } = createTestApp(db())

    const agent = await client.agents.create({ name: 'Support triage' })

    expect(agent).toMatchObject({
      slug: 'support-triage',
      publishedVersion: null,
      latestVersion: 0,
      hasDraftChanges: true,
      nodeCount: 0,
      lastRunAt: null,
      lastRunStatus: null,
    })
    expect(await client.agents.get({ agent: agent.id })).toEqual(agent)
    expect(await client.agents.get({ agent: 'support-triage' })).toEqual(agent)
  })

  test('derives a free slug from a taken name and rejects a taken slug', async () => {
    const { client } = createTestApp(db())
    await client.agents.create({ name: 'Echo' })

    expect(await client.agents.create({ name: 'Echo' })).toMatchObject({ slug: 'echo-2' })
    await expect(client.agents.create({ name: 'Other', slug: 'echo' })).rejects.toMatchObject({
      code: 'SLUG_TAKEN',
      data: { slug: 'echo' },
    })
  })

  test('rejects a template together with a document', async () => {
    const { client } = createTestApp(db())

    const both = { name: 'Both', template: 'assistant', document: emptyDocument() }

    await expect(client.agents.create(both)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path: 'document' }] },
    })
  })

  test('rejects a document with unknown keys and locates them', async () => {
    const { client } = createTestApp(db())
    const document = { ...emptyDocument(), onOpen: 'alert(1)' }

    await expect(client.agents.create({ name: 'Bad', document })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path: 'document.onOpen', message: 'is not a known field' }] },
    })
  })

  test('lists by name and searches name and slug', async () => {
    const { client } = createTestApp(db())
    for (const name of ['Triage', 'Assistant', 'Prompt 100%']) await client.agents.create({ name })

    const names = async (q?: string) => (await client.agents.list({ q })).map((agent) => agent.name)

    expect(await names()).toEqual(['Assistant', 'Prompt 100%', 'Triage'])
    expect(await names('TRI')).toEqual(['Triage'])
    expect(await names('0%')).toEqual(['Prompt 100%'])
    expect(await names('_')).toEqual([])
  })

  test('renames and rejects the slug of another agent', async () => {
    const { client } = createTestApp(db())
    await client.agents.create({ name: 'First' })
    const second = await client.agents.create({ name: 'Second' })

    const renamed = await client.agents.rename({ agent: 'second', name: 'Later', slug: 'later' })

    expect(renamed).toMatchObject({ id: second.id, name: 'Later', slug: 'later' })
    expect(renamed.calledBy).toEqual([])
    await expect(client.agents.rename({ agent: 'later', slug: 'first' })).rejects.toMatchObject({
      code: 'SLUG_TAKEN',
    })
  })

  test('lists the callers when a slug changes', async () => {
    const { client } = createTestApp(db())
    await client.agents.create({ name: 'Helper' })
    const caller = await client.agents.create({ name: 'Caller', document: delegating() })

    const { calledBy } = await client.agents.rename({ agent: 'helper', slug: 'aide' })

    expect(calledBy).toMatchObject([{ id: caller.id, draft: ['delegate'] }])
    const named = await client.agents.rename({ agent: 'aide', name: 'Aide', slug: 'aide' })
    expect(named.calledBy).toEqual([])
  })

  test('hides a deleted agent until it is restored', async () => {
    const { client } = createTestApp(db())
    const agent = await client.agents.create({ name: 'Echo' })
    await client.agents.delete({ agent: 'echo' })

    expect(await client.agents.list({})).toEqual([])
    await expect(client.agents.get({ agent: agent.id })).rejects.toMatchObject({
      code: 'NO_SUCH_AGENT',
    })
    expect(await client.agents.restore({ id: agent.id })).toMatchObject({ slug: 'echo' })
  })

  test('rejects restoring an agent when another agent has its slug', async () => {
    const { client } = createTestApp(db())
    const agent = await client.agents.create({ name: 'Echo' })
    await client.agents.delete({ agent: 'echo' })
    await client.agents.create({ name: 'Echo' })

    await expect(client.agents.restore({ id: agent.id })).rejects.toMatchObject({
      code: 'SLUG_TAKEN',
      data: { slug: 'echo' },
    })
  })
})
