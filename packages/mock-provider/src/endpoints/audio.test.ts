import { toFile } from 'openai'
import { describe, expect, test } from 'vitest'
import { eachTestWithMockProvider, openAi, post } from '../testing/mock-provider-test.ts'

const mockProvider = eachTestWithMockProvider()
const SPEECH = 'demo-speech'
const EARS = 'demo-transcription'
const TEXT = 'Your order left Oslo today – it arrives on Friday.'

type Format = 'wav' | 'mp3' | 'pcm' | 'opus'

async function say(input: string, format: Format = 'wav', headers = {}): Promise<Buffer> {
  const request = { model: SPEECH, input, voice: 'alloy', response_format: format }
  const answer = await openAi(mockProvider.current).audio.speech.create(request, { headers })
  return Buffer.from(await answer.arrayBuffer())
}

const hear = async (bytes: Buffer, name = 'speech.wav', more = {}, headers = {}) =>
  openAi(mockProvider.current).audio.transcriptions.create(
    { model: EARS, file: await toFile(bytes, name), response_format: 'json', ...more },
    { headers },
  )

describe('speech', () => {
  test.each<Format>(['wav', 'mp3'])('transcribes audio as %s to its text', async (format) => {
    const spoken = await say(TEXT, format)

    expect(await hear(spoken, `a.${format}`)).toMatchObject({ text: TEXT })
    expect(spoken).toEqual(await say(TEXT, format))
  })

  test('generates longer, audible speech for a longer text', async () => {
    const short = await say('Yes.', 'pcm')
    const long = await say(TEXT, 'pcm')

    expect(long.length).toBe(Math.round(TEXT.length * 0.06 * 24_000) * 2)
    expect(long.length).toBeGreaterThan(short.length * 5)
    expect(new Set(long).size).toBeGreaterThan(100)
  })

  test.each([
    [{ model: SPEECH, voice: 'alloy' }, 'input'],
    [{ model: SPEECH, input: 'x' }, 'voice'],
    [{ model: SPEECH, input: 'x', voice: 'alloy', speed: 9 }, 'speed'],
    [{ model: SPEECH, input: 'x', voice: 'alloy', response_format: 'opus' }, 'response_format'],
    [{ model: 'demo-1', input: 'x', voice: 'alloy' }, 'model'],
  ])('rejects %j', async (body, param) => {
    const response = await post(mockProvider.current, '/audio/speech', body)

    expect(response.status).toBeGreaterThanOrEqual(400)
    expect((await response.json()).error.param).toBe(param)
  })

  test.each([
    ['400', { status: 400 }],
    ['401', { status: 401 }],
    ['429:retry-after=2', { status: 429 }],
    ['500', { status: 500 }],
  ])('fails with the requested fault %s', async (fault, error) => {
    await expect(say('x', 'wav', { 'x-demo-fault': fault })).rejects.toMatchObject(error)
    await expect(say(`x [[fault: ${fault}]]`)).rejects.toMatchObject(error)
  })

  test('stops in the middle on the fault cut', async () => {
    await expect(say(TEXT, 'wav', { 'x-demo-fault': 'cut' })).rejects.toThrow(
      /terminated|aborted|hang up/,
    )
  })
})

describe('a transcription', () => {
  test('counts text tokens and audio tokens', async () => {
    const { usage } = await hear(await say(TEXT))

    expect(usage).toMatchObject({
      type: 'tokens',
      input_token_details: { text_tokens: 0, audio_tokens: 30 },
      output_tokens: expect.any(Number),
    })
  })

  test('reports its duration and the requested language', async () => {
    const spoken = await say('Guten Morgen, danke, das ist nicht alles.')

    const heard = await hear(spoken, 'a.wav', { response_format: 'verbose_json', language: 'de' })

    expect(heard).toMatchObject({
      language: 'german',
      duration: 2.46,
      usage: { type: 'duration', seconds: 3 },
      segments: [{ start: 0, end: 2.46 }],
    })
  })

  test('returns a transcription as text and as subtitles', async () => {
    const spoken = await say('Hello.')

    expect(await hear(spoken, 'a.wav', { response_format: 'text' })).toBe('Hello.\n')
    expect(await hear(spoken, 'a.wav', { response_format: 'vtt' })).toContain(
      '00:00:00.000 --> 00:00:00.360',
    )
  })

  test('reports the duration and format of audio recorded by another program', async () => {
    const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(9_996)])

    expect(await hear(webm, 'a.webm')).toMatchObject({
      text: 'This is a recording of 2.5 seconds in webm.',
    })
  })

  test('returns speech untranslated from the translations endpoint', async () => {
    const spoken = await say('Bonjour, wie geht es Ihnen?')
    const { translations } = openAi(mockProvider.current).audio

    const english = await translations.create({ model: EARS, file: await toFile(spoken, 'a.wav') })

    expect(english).toEqual({ text: 'Bonjour, wie geht es Ihnen?' })
  })

  test('rejects text, an empty file and a missing file', async () => {
    await expect(hear(Buffer.from('plain text'), 'a.txt')).rejects.toMatchObject({
      status: 400,
      param: 'file',
    })
    await expect(hear(Buffer.alloc(0))).rejects.toMatchObject({ code: 'audio_too_short' })
    const form = new FormData()
    form.set('model', EARS)
    const url = `${mockProvider.current.url}/audio/transcriptions`
    const response = await fetch(url, { method: 'POST', body: form })
    expect(await response.json()).toMatchObject({ error: { param: 'file' } })
  })

  test('fails for each fault of a list, then succeeds', async () => {
    const spoken = await say(TEXT)
    const headers = { 'x-demo-fault': '429:retry-after=1,500' }

    await expect(hear(spoken, 'a.wav', {}, headers)).rejects.toMatchObject({ status: 429 })
    await expect(hear(spoken, 'a.wav', {}, headers)).rejects.toMatchObject({ status: 500 })
    expect(await hear(spoken, 'a.wav', {}, headers)).toMatchObject({ text: TEXT })
  })
})
