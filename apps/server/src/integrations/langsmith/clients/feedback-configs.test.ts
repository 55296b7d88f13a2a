import type { FeedbackConfigSchema } from 'langsmith/schemas'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { useLangsmithServer } from '../../../testing/langsmith-harness.ts'

const feedbackConfig = { type: 'continuous' as const, min: 0, max: 1 }
const categories = [
  { value: 0, label: 'wrong' },
  { value: 1, label: 'right' },
]

describeDatabases('feedback configs of the SDK', (db) => {
  const start = useLangsmithServer(db)

  test('the SDK creates, finds, changes and deletes a feedback config', async () => {
    const server = await start()
    const sdk = server.sdk()
    const found = async (query: Parameters<typeof sdk.listFeedbackConfigs>[0]) => {
      const all: FeedbackConfigSchema[] = []
      for await (const config of sdk.listFeedbackConfigs(query)) all.push(config)
      return all.map((config) => config.feedback_key)
    }
    const config = await sdk.createFeedbackConfig({ feedbackKey: 'correct', feedbackConfig })
    await sdk.createFeedbackConfig({
      feedbackKey: 'verdict',
      feedbackConfig: { type: 'categorical', categories },
    })

    expect(config).toMatchObject({
      feedback_key: 'correct',
      feedback_config: feedbackConfig,
      is_lower_score_better: false,
    })
    expect(await found({ feedbackKeys: ['correct'] })).toEqual(['correct'])
    expect(await found({ nameContains: 'erd' })).toEqual(['verdict'])
    expect(await sdk.updateFeedbackConfig('verdict', { isLowerScoreBetter: true })).toMatchObject({
      feedback_config: { type: 'categorical', categories },
      is_lower_score_better: true,
    })
    expect(await server.client.feedbackConfigs.list({})).toMatchObject([
      { key: 'correct', type: 'continuous', min: 0, max: 1 },
      { key: 'verdict', type: 'categorical', categories, isLowerBetter: true },
    ])
    await sdk.deleteFeedbackConfig('correct')
    expect(await found({})).toEqual(['verdict'])
  })

  test('a second, different feedback config of the same key is rejected', async () => {
    const sdk = (await start()).sdk()
    const feedbackKey = 'correct'
    await sdk.createFeedbackConfig({ feedbackKey, feedbackConfig })
    const config = await sdk.updateFeedbackConfig(feedbackKey, { isLowerScoreBetter: true })

    expect(await sdk.createFeedbackConfig({ feedbackKey, feedbackConfig })).toEqual(config)
    await expect(
      sdk.createFeedbackConfig({ feedbackKey, feedbackConfig: { type: 'freeform' } }),
    ).rejects.toThrow('update it instead')
  })

  test('an invalid feedback config is rejected with its field', async () => {
    const { apiUrl } = await start()
    const send = (body: object) =>
      fetch(`${apiUrl}/feedback-configs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })

    const response = await send({
      feedback_key: 'odd',
      feedback_config: { ...feedbackConfig, max: -1 },
    })

    expect(response.status).toBe(400)
    expect(await response.text()).toContain('feedback_config.max')
  })
})
