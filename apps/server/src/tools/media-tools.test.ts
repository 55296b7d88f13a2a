import { MEDIA_TOOLS, type ToolDraft } from '@lathe/contract'
import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'

const [speak, , , draw] = MEDIA_TOOLS.map(({ name, description, config }): ToolDraft => ({
  name,
  description,
  schema: { type: 'object' },
  effect: 'pure',
  config,
}))

describeDatabases('speech, transcription and image tools', (db) => {
  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    )
  const settingsOf = ({ config }: { config?: unknown }) => config

  test('media tools have settings, and a workspace tool can replace a built-in one', async () => {
    const { client } = createTestApp(db())
    if (!speak || !draw) throw new Error('There are four of them')
    const before = await client.tools.get({ name: 'speak' })

    const changed = await client.tools.create({
      ...speak,
      config: { ...speak.config, connection: 'speaking', model: 'tts-1' } as ToolDraft['config'],
    })

    expect(before).toMatchObject({ id: null, config: { connection: 'demo', tries: 3 } })
    expect(changed).toMatchObject({
      effect: 'read',
      schema: { required: ['text'] },
      config: { connection: 'speaking' },
    })
    const named = (await client.tools.list()).filter(({ name }) => name === 'speak')
    expect(named.map(settingsOf)).toEqual([changed.config])
    const listed = (await client.tools.catalogue()).filter(({ name }) => name === 'speak')
    expect(listed).toHaveLength(1)

    await client.tools.edit({ id: changed.id ?? '', isEnabled: false })
    expect((await client.tools.list()).map(({ name }) => name)).not.toContain('speak')

    await client.tools.delete({ id: changed.id ?? '' })
    expect(await client.tools.get({ name: 'speak' })).toEqual(before)
  })

  test('speech, transcription and image tools do not replace a tool of another task', async () => {
    const { client } = createTestApp(db())
    if (!draw) throw new Error('There are four of them')

    expect(await refusal(client.tools.create({ ...draw, name: 'speak' }))).toBe('NAME_TAKEN')
    expect(await refusal(client.tools.create({ ...draw, name: 'calculator' }))).toBe('NAME_TAKEN')
    expect(await refusal(client.tools.create({ ...draw, name: 'paint' }))).toBe('accepted')
  })
})
