import { describe, expect, test } from 'vitest'
import { eachTestWithMockProvider, FAST, openAi, post, user } from './testing/mock-provider-test.ts'

const mockProvider = eachTestWithMockProvider()

describe('names of earlier versions', () => {
  test.each(['practice-1', 'practice-fast', 'practice-slow'])('responds as %s', async (model) => {
    const completion = await openAi(mockProvider.current).chat.completions.create({
      model,
      messages: [user('[[reply: Yes.]]')],
    })

    expect(completion).toMatchObject({ model, choices: [{ message: { content: 'Yes.' } }] })
  })

  test('embeds alike under both names', async () => {
    const embed = async (model: string) => {
      const { data } = await openAi(mockProvider.current).embeddings.create({ model, input: 'Tea' })
      return data[0]?.embedding
    }

    expect(await embed('practice-embedding')).toEqual(await embed('demo-embedding'))
  })

  test('reads settings from headers that begin with x-practice-', async () => {
    const response = await post(
      mockProvider.current,
      '/chat/completions',
      { model: FAST, messages: [user('Hello!')] },
      { 'x-practice-fault': '503' },
    )

    expect(response.status).toBe(503)
  })
})
