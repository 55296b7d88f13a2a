import { MEDIA_TOOLS, type MediaToolConfig, type NodeOf, ReplaySettings } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import { demoModel, graph } from '../../testing/documents.ts'
import { type HarnessOptions, ofKind, runRequest, startHarness } from '../../testing/run-harness.ts'
import { mediaTool, mediaTools } from '../../tools/media/media-tool.ts'

const limits = { mediaBytes: 1_000_000, providerTimeoutMs: 5_000 }

const TEXT = 'The tide is out.'

type Args = NodeOf<'tool'>['args']

const calling = (tool: string, args: Args) =>
  graph({
    state: { given: { type: 'string' }, result: { type: 'object' } },
    input: ['given'],
    output: ['result'],
    nodes: { act: { kind: 'tool', tool, args, writes: 'result' } },
    edges: ['start > act', 'act > end'],
  })

const start = (options: HarnessOptions = {}, change: Partial<MediaToolConfig> = {}) =>
  startHarness({
    tools: MEDIA_TOOLS.map((tool) => mediaTool(tool, { ...tool.config, ...change }, limits)),
    ...options,
  })

const given = (text: string) => ({ template: text })

const speaking = calling('speak', { text: given('{{given}}'), format: { value: 'wav' } })

const drawing = calling('generate_image', {
  prompt: given('{{given}}'),
  size: { value: '256x256' },
})

const conversing = graph({
  state: { messages: { type: 'messages' } },
  nodes: {
    assistant: {
      kind: 'agent',
      model: demoModel(),
      prompt: { messages: [{ role: 'placeholder', channel: 'messages' }] },
      tools: ['speak', 'transcribe', 'generate_image'],
    },
  },
  edges: ['start > assistant', 'assistant > end'],
})

describe('speech', () => {
  test('returns speech as named audio and records its call below the tool', async () => {
    const { run } = await start()

    const recorded = await run(runRequest(speaking, { given: TEXT }))

    expect(recorded.outcome).toMatchObject({
      output: {
        result: {
          type: 'audio',
          mediaType: 'audio/wav',
          name: expect.stringMatching(/^audio-[0-9a-f]{8}$/),
          url: expect.stringMatching(/^data:audio\/wav;base64,UklGR/),
        },
      },
    })
    const [tool] = ofKind(recorded, 'tool')
    expect(ofKind(recorded, 'model')).toMatchObject([
      {
        name: 'demo-speech',
        parentId: tool?.id,
        provider: 'demo',
        inputs: { input: TEXT, voice: 'alloy', response_format: 'wav' },
        outputs: { mediaType: 'audio/wav' },
        usage: null,
      },
    ])
  })

  test('leaves the cost of speech without a price unknown', async () => {
    const { run } = await start()

    const { outcome } = await run(runRequest(speaking, { given: TEXT }))

    expect(outcome.totals.costNanos).toBeNull()
  })

  test.each([
    ['401', 'AUTHENTICATION', 1],
    ['400', 'BAD_REQUEST', 1],
    ['500', 'PROVIDER_ERROR', 2],
    ['cut', 'STREAM_INTERRUPTED', 2],
    ['empty', 'BAD_RESPONSE', 1],
  ])('fails with the right error: %s', async (fault, code, tries) => {
    const { run, mockProvider } = await start({ settings: { fault } }, { tries: 2 })

    const recorded = await run(runRequest(speaking, { given: TEXT }))

    expect(recorded.outcome).toMatchObject({ type: 'error', error: { code } })
    expect(mockProvider.requests).toHaveLength(tries)
    expect(ofKind(recorded, 'model')).toMatchObject([{ status: 'error', error: { code } }])
  })

  test('retries speech as often as its settings allow and records the retries', async () => {
    const { run } = await start({ settings: { fault: '429:retry-after=0,500' } })

    const recorded = await run(runRequest(speaking, { given: TEXT }))

    const [span] = ofKind(recorded, 'model')
    expect(recorded.outcome.type).toBe('success')
    expect(span?.events.filter(({ name }) => name === 'retry')).toMatchObject([
      { attributes: { code: 'RATE_LIMITED', attempt: 1, of: 3 } },
      { attributes: { code: 'PROVIDER_ERROR', attempt: 2, of: 3 } },
    ])
  })
})

describe('a conversation', () => {
  const audio = { type: 'audio', name: expect.stringMatching(/^audio-/), url: expect.any(String) }

  test('contains the speech of a tool', async () => {
    const { run, mockProvider } = await start({
      script: [
        {
          match: { turn: 0 },
          reply: { toolCalls: [{ name: 'speak', arguments: { text: TEXT, format: 'wav' } }] },
        },
        { reply: 'Said.' },
      ],
    })
    const said = await run(
      runRequest(conversing, { messages: [{ role: 'user', content: 'Say it' }] }),
    )

    const message = JSON.stringify(said.outcome)
    expect(message).toContain('audio-')
    expect(ofKind(said, 'tool')).toMatchObject([{ outputs: audio }])
    // The model gets the name of the audio, not its data.
    expect(JSON.stringify(mockProvider.requests.at(-1)?.body)).not.toContain('base64')
    expect(JSON.stringify(mockProvider.requests.at(-1)?.body)).toContain('audio/wav')
  })

  test('passes a drawn picture to the model', async () => {
    const { run } = await start({
      script: [
        {
          match: { turn: 0 },
          reply: {
            toolCalls: [
              { name: 'generate_image', arguments: { prompt: 'a fox', size: '256x256' } },
            ],
          },
        },
      ],
    })

    const { outcome } = await run(
      runRequest(conversing, { messages: [{ role: 'user', content: 'What do you see?' }] }),
    )

    expect(JSON.stringify(outcome)).toContain('drawn for “a fox”')
  })
})

describe('a transcription', () => {
  const hearing = graph({
    state: { given: { type: 'string' }, sound: { type: 'object' }, result: { type: 'string' } },
    input: ['given'],
    output: ['result'],
    nodes: {
      say: {
        kind: 'tool',
        tool: 'speak',
        args: { text: given('{{given}}'), format: { value: 'mp3' } },
        writes: 'sound',
      },
      hear: {
        kind: 'tool',
        tool: 'transcribe',
        args: { audio: { expression: 'sound.name' } },
        writes: 'result',
      },
    },
    edges: ['start > say', 'say > hear', 'hear > end'],
  })

  test('returns the text of audio in the conversation and counts its tokens', async () => {
    const { run } = await start()

    const recorded = await run(runRequest(hearing, { given: TEXT }))

    expect(recorded.outcome).toMatchObject({ output: { result: TEXT } })
    expect(ofKind(recorded, 'model')[1]).toMatchObject({
      inputs: { audio: { mediaType: 'audio/mpeg' } },
      usage: { audioInput: expect.any(Number), audioOutput: 0, output: expect.any(Number) },
    })
  })

  test.each([
    ['audio-00000000', 'no audio called'],
    ['data:text/plain;base64,eA==', 'no base64 audio'],
    ['http://127.0.0.1:9999/a.wav', '127.0.0.1'],
  ])('rejects %s', async (audio, message) => {
    const { run } = await start()

    const { outcome } = await run(
      runRequest(calling('transcribe', { audio: { value: audio } }), { given: '' }),
    )

    expect(outcome).toMatchObject({
      type: 'error',
      error: { message: expect.stringContaining(message) },
    })
  })

  test('replays from the recording without a provider, with its usage', async () => {
    const { run, mockProvider } = await start()
    const recorded = await run(runRequest(hearing, { given: TEXT }))
    const asked = mockProvider.requests.length

    const replay = { exchanges: recorded.exchanges, settings: ReplaySettings.parse({}) }
    const again = await run(runRequest(hearing, { given: TEXT }, { replay }))

    expect(mockProvider.requests).toHaveLength(asked)
    expect(again.outcome).toMatchObject({ type: 'success', output: { result: TEXT } })
    expect(again.outcome.totals).toMatchObject({ usage: recorded.outcome.totals.usage })
    expect(ofKind(again, 'model')).toMatchObject(
      ofKind(recorded, 'model').map(({ name, inputs, usage }) => ({
        name,
        inputs,
        usage,
        tags: ['served'],
      })),
    )
  })
})

describe('a picture', () => {
  test('draws 1024 × 1024 pixels by default', async () => {
    const { run, mockProvider } = await start()

    await run(runRequest(calling('generate_image', { prompt: { value: 'a fox' } }), { given: '' }))

    expect(mockProvider.requests.at(-1)?.body).toEqual({
      model: 'demo-image',
      prompt: 'a fox',
      size: '1024x1024',
      n: 1,
    })
  })

  test('counts its tokens, and its failure replays from the recording too', async () => {
    const { run } = await start()
    const drawn = await run(runRequest(drawing, { given: 'a fox' }))
    const refused = await run(runRequest(drawing, { given: 'a fox [[fault: content-filter]]' }))

    const replay = { exchanges: refused.exchanges, settings: ReplaySettings.parse({}) }
    const again = await run(
      runRequest(drawing, { given: 'a fox [[fault: content-filter]]' }, { replay }),
    )

    expect(drawn.outcome).toMatchObject({
      output: { result: { type: 'image', mediaType: 'image/png' } },
      totals: { usage: { output: 66 } },
    })
    expect(refused.outcome).toMatchObject({ type: 'error', error: { code: 'BAD_REQUEST' } })
    expect(again.outcome).toMatchObject({ type: 'error', error: { code: 'BAD_REQUEST' } })
  })
})

test('the built-in media tools have the right names and effects', () => {
  expect(mediaTools(limits).map(({ name, effect }) => [name, effect])).toEqual([
    ['speak', 'read'],
    ['transcribe', 'read'],
    ['translate_audio', 'read'],
    ['generate_image', 'read'],
  ])
})
