import type { FeedbackConfigInput } from '@lathe/contract'
import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { describeDatabases } from '../testing/databases.ts'
import { createTestApp } from '../testing/test-app.ts'
import { addConfig } from './feedback-configs.store.ts'

const wrong = { value: 0, label: 'wrong' }
const verdict = {
  key: 'a verdict/of people',
  type: 'categorical' as const,
  categories: [wrong, { value: 0.5, label: null }, { value: 1, label: 'right' }],
}

describeDatabases('feedback scales', (db) => {
  test('stores scales by key until replaced or deleted', async () => {
    const { client } = createTestApp(db())
    const settled = await client.feedbackConfigs.set(verdict)
    await client.feedbackConfigs.set({ key: 'seconds', type: 'continuous', min: 0 })
    const again = { key: 'seconds', type: 'continuous', max: 60.5, isLowerBetter: true } as const

    const changed = await client.feedbackConfigs.set(again)

    expect(settled).toMatchObject({ ...verdict, min: null, max: null, isLowerBetter: false })
    expect(changed).toMatchObject({ ...again, min: null, categories: [] })
    expect(await client.feedbackConfigs.list({})).toEqual([settled, changed])
    await client.feedbackConfigs.delete({ key: verdict.key })
    expect(await client.feedbackConfigs.list({})).toEqual([changed])
    await expect(client.feedbackConfigs.delete({ key: verdict.key })).rejects.toMatchObject({
      code: 'NO_SUCH_CONFIG',
    })
  })

  test('adds a scale once for concurrent requests', async () => {
    const scale = { ...verdict, min: null, max: null, isLowerBetter: false }
    const add = (key: string) => addConfig(db(), DEFAULT_WORKSPACE, { ...scale, key })

    const added = await Promise.all([add('one'), add('one'), add('other')])

    expect(added.map((config) => config?.key)).toEqual(['one', undefined, 'other'])
  })

  test.each<[string, Partial<FeedbackConfigInput>, string]>([
    ['bounds the wrong way round', { type: 'continuous', min: 1, max: 1 }, 'max'],
    ['bounds of words', { type: 'freeform', min: 1 }, 'min'],
    ['categories that are none', { type: 'categorical', categories: [] }, 'categories'],
    ['categories of a number', { ...verdict, type: 'continuous' }, 'categories'],
    [
      'a value twice',
      { type: 'categorical', categories: [wrong, { value: 0, label: 'x' }] },
      'categories',
    ],
    [
      'a name twice',
      { type: 'categorical', categories: [wrong, { value: 2, label: 'wrong' }] },
      'categories',
    ],
  ])('rejects %s', async (_, scale, path) => {
    const { client } = createTestApp(db())

    const refused = client.feedbackConfigs.set({ type: 'freeform', ...scale, key: 'odd' })

    await expect(refused).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { issues: [{ path }] },
    })
  })
})
