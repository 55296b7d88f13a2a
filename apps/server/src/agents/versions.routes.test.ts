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

  test('a saved draft grows by one revision', async () => {
    const client = await agentOf()

    const saved = await client.agents.saveDraft({
      agent: 'echo',
      revision: 1,
      document: settingDocument('changed'),
    })

    expect(saved.revision).toBe(2)
    expect(await client.agents.draft({ agent: 'echo' })).toEqual(saved)
  })

  test('refuses a stale draft and hands back theirs and the common base', async () => {
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
      data: { theirs: { revision: 2, document: theirs }, base: settingDocument() },
    })
    expect((await client.agents.draft({ agent: 'echo' })).document).toEqual(theirs)
  })

  test('of two saves at the same moment one wins and the other is told', async () => {
    const client = await agentOf()
    const save = (text: string) =>
      client.agents.saveDraft({ agent: 'echo', revision: 1, document: settingDocument(text) })

    const results = await Promise.allSettled([save('a'), save('b'), save('c')])

    const outcomes = results.map((result) =>
      result.status === 'fulfilled' ? 'saved' : String(result.reason.code),
    )
    expect(outcomes.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'saved'])
  })

  test('keeps drafts that are broken: nothing drawn is lost', async () => {
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
  ] as const)('tells that the %s made a version', async (caller, author) => {
    const { client } = createTestApp(db(), { caller })
    await client.agents.create({ name: 'Echo', document: settingDocument() })
    await client.agents.saveDraft({ agent: 'echo', revision: 1, document: settingDocument('new') })

    await client.agents.saveVersion({ agent: 'echo', revision: 2 })

    expect(await client.agents.versions({ agent: 'echo' })).toMatchObject([{ author }])
  })

  test('tells that a version is as it was imported', async () => {
    const client = await agentOf()

    expect(await client.agents.saveVersion({ agent: 'echo', revision: 1 })).toMatchObject({
      author: 'import',
    })
  })

  test('makes no second version of the same graph', async () => {
    const client = await agentOf()
    await client.agents.saveVersion({ agent: 'echo', revision: 1 })

    const again = await client.agents.saveVersion({ agent: 'echo', revision: 1, publish: true })

    expect(again).toMatchObject({ number: 1, isPublished: true })
    expect(await client.agents.versions({ agent: 'echo' })).toHaveLength(1)
  })

  test('refuses to freeze a draft that has moved on', async () => {
    const client = await agentOf()
    await client.agents.saveDraft({ agent: 'echo', revision: 1, document: settingDocument('new') })

    await expect(client.agents.saveVersion({ agent: 'echo', revision: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { revision: 2 },
    })
  })

  test('refuses to freeze a graph with errors, and names them', async () => {
    const client = await agentOf(brokenDocument())

    await expect(client.agents.saveVersion({ agent: 'echo', revision: 1 })).rejects.toMatchObject({
      code: 'GRAPH_INVALID',
      data: { problems: expect.arrayContaining([expect.objectContaining({ severity: 'error' })]) },
    })
    expect(await client.agents.versions({ agent: 'echo' })).toEqual([])
  })

  test('publishes an older version: that is how a rollback is done', async () => {
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

  test('refuses to publish a version there is not', async () => {
    const client = await agentOf()

    await expect(client.agents.publish({ agent: 'echo', number: 7 })).rejects.toMatchObject({
      code: 'NO_SUCH_VERSION',
    })
  })

  test('checks a document without keeping it', async () => {
    const client = await agentOf()

    const problems = await client.agents.check({ document: brokenDocument() })

    expect(problems.map(({ severity }) => severity)).toContain('error')
    expect(await client.agents.check({ document: settingDocument() })).toEqual([])
  })
})
