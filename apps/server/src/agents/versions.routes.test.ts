import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { brokenDocument, settingDocument } from '../testing/documents.ts'
import { createTestApp } from '../testing/test-app.ts'

describeDatabases('drafts and versions', (db) => {
  const agentOf = async (document = settingDocument()) => {
    const { client } = createTestApp(db())
    await client.agents.create({ name: 'Echo', document })
    return client
  }

  test('increments the revision when a draft is saved', async () => {
    const client = await agentOf()

    const saved = await client.agents.saveDraft({
      agent: 'echo',
      revision: 1,
      document: settingDocument('changed'),
    })

    expect(saved.revision).toBe(2)
    expect(await client.agents.draft({ agent: 'echo' })).toEqual(saved)
  })

  test('rejects a stale draft and returns the current one and the common base', async () => {
    const client = await agentOf()
    const theirs = settingDocument('theirs')
    await client.agents.saveDraft({ agent: 'echo', revision: 1, document: theirs })

    const late = client.agents.saveDraft({
      agent: 'echo',
      revision: 1,
      document: settingDocument('mine'),
    })

    await expect(late).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { current: { revision: 2, document: theirs }, base: settingDocument() },
    })
    expect((await client.agents.draft({ agent: 'echo' })).document).toEqual(theirs)
  })

  test('accepts one of two concurrent saves and rejects the other', async () => {
    const client = await agentOf()
    const save = (text: string) =>
      client.agents.saveDraft({ agent: 'echo', revision: 1, document: settingDocument(text) })

    const results = await Promise.allSettled([save('a'), save('b'), save('c')])

    const outcomes = results.map((result) =>
      result.status === 'fulfilled' ? 'saved' : String(result.reason.code),
    )
    expect(outcomes.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'saved'])
  })

  test('saves drafts with errors', async () => {
    const client = await agentOf(brokenDocument())

    expect((await client.agents.draft({ agent: 'echo' })).document).toEqual(brokenDocument())
  })

  test('freezes the draft as a version that later drafts do not change', async () => {
    const client = await agentOf()

    const version = await client.agents.saveVersion({
      agent: 'echo',
      revision: 1,
      message: 'First',
      publish: true,
    })
    await client.agents.saveDraft({ agent: 'echo', revision: 1, document: settingDocument('new') })

    expect(version).toMatchObject({ number: 1, message: 'First', isPublished: true })
    expect((await client.agents.version({ agent: 'echo', number: 1 })).document).toEqual(
      settingDocument(),
    )
    expect(await client.agents.get({ agent: 'echo' })).toMatchObject({
      publishedVersion: 1,
      latestVersion: 1,
      hasDraftChanges: true,
    })
  })

  test.each([
    ['owner', 'owner'],
    ['api', 'api'],
  ] as const)('records the %s as the author of a version', async (caller, author) => {
    const { client } = createTestApp(db(), { caller })
    await client.agents.create({ name: 'Echo', document: settingDocument() })
    await client.agents.saveDraft({ agent: 'echo', revision: 1, document: settingDocument('new') })

    await client.agents.saveVersion({ agent: 'echo', revision: 2 })

    expect(await client.agents.versions({ agent: 'echo' })).toMatchObject([{ author }])
  })

  test('marks a version as imported', async () => {
    const client = await agentOf()

    expect(await client.agents.saveVersion({ agent: 'echo', revision: 1 })).toMatchObject({
      author: 'import',
    })
  })

  test('creates no second version of the same graph', async () => {
    const client = await agentOf()
    await client.agents.saveVersion({ agent: 'echo', revision: 1 })

    const again = await client.agents.saveVersion({ agent: 'echo', revision: 1, publish: true })

    expect(again).toMatchObject({ number: 1, isPublished: true })
    expect(await client.agents.versions({ agent: 'echo' })).toHaveLength(1)
  })

  test('rejects freezing a stale draft', async () => {
    const client = await agentOf()
    await client.agents.saveDraft({ agent: 'echo', revision: 1, document: settingDocument('new') })

    await expect(client.agents.saveVersion({ agent: 'echo', revision: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { revision: 2 },
    })
  })

  test('rejects freezing a graph with errors and lists them', async () => {
    const client = await agentOf(brokenDocument())

    await expect(client.agents.saveVersion({ agent: 'echo', revision: 1 })).rejects.toMatchObject({
      code: 'GRAPH_INVALID',
      data: { problems: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]) },
    })
    expect(await client.agents.versions({ agent: 'echo' })).toEqual([])
  })

  test('publishes an older version as a rollback', async () => {
    const client = await agentOf()
    await client.agents.saveVersion({ agent: 'echo', revision: 1 })
    await client.agents.saveDraft({ agent: 'echo', revision: 1, document: settingDocument('new') })
    await client.agents.saveVersion({ agent: 'echo', revision: 2, publish: true })

    const agent = await client.agents.publish({ agent: 'echo', number: 1 })

    expect(agent.publishedVersion).toBe(1)
    const versions = await client.agents.versions({ agent: 'echo' })
    expect(versions.map(({ number, isPublished }) => [number, isPublished])).toEqual([
      [2, false],
      [1, true],
    ])
  })

  test('rejects publishing an unknown version', async () => {
    const client = await agentOf()

    await expect(client.agents.publish({ agent: 'echo', number: 7 })).rejects.toMatchObject({
      code: 'NO_SUCH_VERSION',
    })
  })

  test('checks a document without storing it', async () => {
    const client = await agentOf()

    const problems = await client.agents.check({ document: brokenDocument() })

    expect(problems.map(({ severity }) => severity)).toContain('error')
    expect(await client.agents.check({ document: settingDocument() })).toEqual([])
  })
})
