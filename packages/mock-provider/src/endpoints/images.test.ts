import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { eachTestWithMockProvider, FAST, openAi, post } from '../testing/mock-provider-test.ts'

const mockProvider = eachTestWithMockProvider()
const MODEL = 'demo-image'
const PROMPT = 'A red fox in the snow'

async function draw(more = {}) {
  const { data = [], ...rest } = await openAi(mockProvider.current).images.generate({
    model: MODEL,
    prompt: PROMPT,
    ...more,
  })
  return { ...rest, data, png: Buffer.from(data[0]?.b64_json ?? '', 'base64') }
}

describe('a picture', () => {
  test('returns a PNG of the requested size', async () => {
    const { png } = await draw({ size: '256x256' })

    const at = png.indexOf('IDAT')
    const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)))
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([256, 256])
    expect(pixels).toHaveLength(257 * 256)
    expect(new Set(pixels).size).toBeGreaterThan(1)
  })

  test('depends on the prompt and its number only', async () => {
    const one = await draw()
    const two = await draw({ n: 2 })
    const other = await draw({ prompt: 'A blue whale' })

    expect(two.data[0]).toEqual(one.data[0])
    expect(two.data[1]).not.toEqual(one.data[0])
    expect(other.data[0]).not.toEqual(one.data[0])
  })

  test('counts its tokens by its size and quality', async () => {
    const { usage } = await draw({ size: '1024x1024', quality: 'low' })

    expect(usage).toMatchObject({ output_tokens: 272, input_tokens_details: { image_tokens: 0 } })
    expect(usage?.total_tokens).toBe(272 + (usage?.input_tokens ?? 0))
  })

  test('serves a picture at its URL', async () => {
    const { data } = await draw({ response_format: 'url' })
    const { png } = await draw()

    const response = await fetch(data[0]?.url ?? '')

    expect(response.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(png)
  })

  test('describes a picture with its prompt in a chat model', async () => {
    const { png } = await draw()
    const url = `data:image/png;base64,${png.toString('base64')}`

    const answer = await openAi(mockProvider.current).chat.completions.create({
      model: FAST,
      messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
    })

    expect(answer.choices[0]?.message.content).toContain(`drawn for “${PROMPT}”`)
  })

  test.each([
    [{ model: MODEL }, 'prompt'],
    [{ model: MODEL, prompt: 'x', n: 11 }, 'n'],
    [{ model: MODEL, prompt: 'x', size: '3x3' }, 'size'],
    [{ model: MODEL, prompt: 'x', output_format: 'webp' }, 'output_format'],
    [{ model: FAST, prompt: 'x' }, 'model'],
  ])('rejects %j', async (body, param) => {
    const response = await post(mockProvider.current, '/images/generations', body)

    expect((await response.json()).error.param).toBe(param)
  })

  test.each([
    ['429:retry-after=2', { status: 429 }],
    ['content-filter', { status: 400, code: 'moderation_blocked' }],
    ['503', { status: 503 }],
  ])('fails with the fault %s of its prompt', async (fault, error) => {
    await expect(draw({ prompt: `x [[fault: ${fault}]]` })).rejects.toMatchObject(error)
  })
})
