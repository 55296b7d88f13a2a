import { describe, expect, test } from 'vitest'
import { eachTestWithMockProvider, openAi, post } from '../testing/mock-provider-test.ts'

const mockProvider = eachTestWithMockProvider()
const MODEL = 'demo-embedding'

const cosine = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

async function embed(...input: string[]): Promise<number[][]> {
  const { data } = await openAi(mockProvider.current).embeddings.create({ model: MODEL, input })
  return data.map((item) => item.embedding)
}

describe('embeddings', () => {
  test('returns more similar embeddings for related texts', async () => {
    const [question = [], related = [], unrelated = []] = await embed(
      'How do I reset my password?',
      'Password reset: open your account and choose a new password.',
      'The recipe needs two eggs, butter and some flour.',
    )

    expect(cosine(question, related)).toBeGreaterThan(0.3)
    expect(cosine(question, unrelated)).toBeLessThan(0.15)
  })

  test('embeddings ignore case and are similar for other word endings', async () => {
    const [one = [], other = [], far = []] = await embed('Checkpoint', 'checkpoints', 'banana')

    expect(cosine(one, other)).toBeGreaterThan(0.4)
    expect(cosine(one, far)).toBeLessThan(0.1)
  })

  test('returns embeddings of unit length', async () => {
    const [vector = []] = await embed('Any text at all')

    expect(vector).toHaveLength(512)
    expect(cosine(vector, vector)).toBeCloseTo(1, 5)
  })

  test('returns embeddings with the requested dimensions', async () => {
    const { data } = await openAi(mockProvider.current).embeddings.create({
      model: MODEL,
      input: 'Any text',
      dimensions: 64,
    })

    expect(data[0]?.embedding).toHaveLength(64)
  })

  test('returns the same embedding as numbers and as base64', async () => {
    const client = openAi(mockProvider.current)
    const request = { model: MODEL, input: 'Any text' }

    const numbers = await client.embeddings.create({ ...request, encoding_format: 'float' })
    const decoded = await client.embeddings.create(request)

    expect(decoded.data[0]?.embedding).toEqual(numbers.data[0]?.embedding)
  })

  test('embeddings accept one or several token lists', async () => {
    const client = openAi(mockProvider.current)

    const one = await client.embeddings.create({ model: MODEL, input: [1, 2, 3] })
    const two = await client.embeddings.create({ model: MODEL, input: [[1, 2, 3], [4]] })

    expect(one.usage.prompt_tokens).toBe(3)
    expect(two.data.map((item) => item.index)).toEqual([0, 1])
    expect(two.data[0]?.embedding).toEqual(one.data[0]?.embedding)
  })

  test.each([
    [{ model: MODEL }, 'input'],
    [{ model: MODEL, input: '' }, 'input'],
    [{ model: MODEL, input: 'x', dimensions: 0 }, 'dimensions'],
  ])('embeddings reject %j', async (body, param) => {
    const response = await post(mockProvider.current, '/embeddings', body)

    expect(response.status).toBe(400)
    expect((await response.json()).error.param).toBe(param)
  })

  test('embeddings reject a request over the token limit', async () => {
    const input = Array(1_000).fill('word '.repeat(400))

    const response = await post(mockProvider.current, '/embeddings', { model: MODEL, input })

    expect((await response.json()).error).toMatchObject({
      param: 'input',
      code: 'max_tokens_per_request',
    })
  })

  test('embeddings reject a chat model', async () => {
    const asked = openAi(mockProvider.current).embeddings.create({
      model: 'demo-1',
      input: 'x',
    })

    await expect(asked).rejects.toMatchObject({ status: 403 })
  })
})
