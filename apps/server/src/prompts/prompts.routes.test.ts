import { describe, expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

const saying = (text: string) => ({ messages: [{ role: 'user' as const, text }] })

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => error,
  )

async function withTwo({ client }: TestApp) {
  await client.prompts.create({ name: 'ask', content: saying('One {{topic}}?'), message: 'First' })
  await client.prompts.commit({ prompt: 'ask', content: saying('Two {{topic}}?'), base: 1 })
}

describeDatabases('a prompt', (db) => {
  test('keeps all versions unchanged under movable labels', async () => {
    const app = createTestApp(db())
    const { client } = app
    await withTwo(app)

    await client.prompts.label({ prompt: 'ask', label: 'production', version: 1 })
    await client.prompts.label({ prompt: 'ask', label: 'candidate', version: 2 })
    const moved = await client.prompts.label({ prompt: 'ask', label: 'production', version: 2 })

    expect(moved.labels).toEqual([
      { label: 'candidate', version: 2 },
      { label: 'production', version: 2 },
    ])
    const versions = await client.prompts.versions({ prompt: 'ask' })
    expect(versions).toMatchObject([
      { version: 2, content: saying('Two {{topic}}?'), variables: ['topic'] },
      { version: 1, content: saying('One {{topic}}?'), message: 'First', labels: [] },
    ])
    const { labels } = await client.prompts.label({
      prompt: 'ask',
      label: 'candidate',
      version: null,
    })
    expect(labels).toEqual([{ label: 'production', version: 2 }])
  })

  test('creates no version without changes and hashes by content', async () => {
    const app = createTestApp(db())
    const { client } = app
    await withTwo(app)

    const again = await client.prompts.commit({ prompt: 'ask', content: saying('Two {{topic}}?') })
    const back = await client.prompts.commit({ prompt: 'ask', content: saying('One {{topic}}?') })

    expect(again).toMatchObject({ version: 2, isNew: false })
    expect(back).toMatchObject({ version: 3, isNew: true })
    const [third, , first] = await client.prompts.versions({ prompt: 'ask' })
    expect(third?.hash).toBe(first?.hash)
  })

  test('concurrent saves get separate versions or a conflict', async () => {
    const app = createTestApp(db())
    const { client } = app
    await withTwo(app)

    const saves = ['A', 'B', 'C'].map((text) =>
      refusal(client.prompts.commit({ prompt: 'ask', content: saying(text), base: 2 })),
    )

    const refused = (await Promise.all(saves)).filter((error) => error !== null)
    expect(refused).toMatchObject([
      { code: 'CONFLICT', data: { version: 3 } },
      { code: 'CONFLICT', data: { version: 3 } },
    ])
  })

  test('a prompt is restored with its versions, whose numbers are never reused', async () => {
    const app = createTestApp(db())
    const { client } = app
    await withTwo(app)
    const { id } = await client.prompts.delete({ prompt: 'ask' })
    const other = await client.prompts.create({ name: 'ask', content: saying('Other') })

    expect(other.version).toBe(3)
    expect(await refusal(client.prompts.restore({ id }))).toMatchObject({ code: 'NAME_TAKEN' })
    await client.prompts.delete({ prompt: 'ask' })
    expect(await client.prompts.restore({ id })).toMatchObject({ name: 'ask', version: 2 })
    const next = await client.prompts.commit({ prompt: 'ask', content: saying('Next'), base: 2 })
    expect(next.version).toBe(4)
  })

  describe('rejects', () => {
    test.each([
      ['a broken template', saying('{{#topic}}'), 'PROMPT_INVALID'],
      ['no messages', { messages: [] }, 'INVALID_INPUT'],
    ])('with %s', async (_, content, code) => {
      const { client } = createTestApp(db())

      const error = await refusal(client.prompts.create({ name: 'ask', content }))

      expect(error).toMatchObject({ code })
      expect(await client.prompts.list({})).toEqual([])
    })

    test('rejects a taken name, and labels on unknown versions', async () => {
      const app = createTestApp(db())
      const { client } = app
      await withTwo(app)

      expect(await refusal(client.prompts.create({ name: 'ask' }))).toMatchObject({
        code: 'NAME_TAKEN',
      })
      const label = client.prompts.label({ prompt: 'ask', label: 'production', version: 9 })
      expect(await refusal(label)).toMatchObject({ code: 'NO_SUCH_VERSION' })
    })
  })
})
