import { ToolMessage } from '@langchain/core/messages'
import type { GraphDocument, Json, Message } from '@lathe/contract'
import { MEDIA_TOOLS, MediaToolConfig } from '@lathe/contract'
import type { MockProvider } from '@lathe/mock-provider'
import { afterEach, expect, test, vi } from 'vitest'
import { graph } from '../testing/documents.ts'
import { importFrom, typeErrors, writeProject } from '../testing/exported.ts'
import { runRequest, startHarness } from '../testing/run-harness.ts'
import { mediaTool } from '../tools/media/media-tool.ts'
import { agent } from './case-parts.ts'

type Graph = { graph: { invoke: (input: object) => Promise<Record<string, unknown>> } }
type Tool = { invoke: (args: object) => Promise<unknown> }

const limits = { mediaBytes: 1_000_000, providerTimeoutMs: 5_000 }
const TASKS: Record<string, object> = {
  speak: { type: 'speak', voice: 'nova', format: 'wav' },
  generate_image: { type: 'draw', size: '256x256', quality: 'low', count: 2 },
}
const tools = MEDIA_TOOLS.map((tool) => {
  const task = TASKS[tool.name] ?? tool.config.task
  const config = MediaToolConfig.parse({ ...tool.config, task, tries: 2 })
  return { ...mediaTool(tool, config, limits), config }
})

const making = graph({
  state: {
    given: { type: 'string' },
    sound: { type: 'object' },
    heard: { type: 'string' },
    english: { type: 'string' },
    pictures: { type: 'array', default: [] },
    messages: { type: 'messages' },
  },
  input: ['given'],
  output: ['sound', 'heard', 'english', 'pictures', 'messages'],
  nodes: {
    say: {
      kind: 'tool',
      tool: 'speak',
      args: { text: { expression: 'given' } },
      writes: 'sound',
    },
    hear: {
      kind: 'tool',
      tool: 'transcribe',
      args: { audio: { expression: 'sound.name' } },
      writes: 'heard',
    },
    translate: {
      kind: 'tool',
      tool: 'translate_audio',
      args: { audio: { expression: 'sound.url' } },
      writes: 'english',
    },
    draw: {
      kind: 'tool',
      tool: 'generate_image',
      args: { prompt: { expression: 'given' } },
      writes: 'pictures',
    },
    talk: agent(
      `[[call: speak {"text":"{{given}}"}]] [[call: transcribe {"audio":"{{sound.name}}"}]]
      [[call: generate_image {"prompt":"a fox"}]] [[reply: Done.]]`,
      { tools: ['speak', 'transcribe', 'generate_image'] },
    ),
  },
  edges: [
    'start > say',
    'say > hear',
    'hear > translate',
    'translate > draw',
    'draw > talk',
    'talk > end',
  ],
})

afterEach(() => vi.unstubAllEnvs())

function exportTo({ url }: MockProvider, document: GraphDocument): string {
  vi.stubEnv('DEMO_BASE_URL', url)
  return writeProject(document, 'agent', {}, tools)
}

/** Paths and bodies of all requests except chat. A form has no parsed body. */
const askedOf = ({ requests }: MockProvider) =>
  requests.flatMap(({ path, body }) => (path.includes('chat') ? [] : [{ path, body }]))

const textOf = ({ content }: Message) =>
  typeof content === 'string'
    ? content
    : content
        .flatMap((part) => ('text' in part && typeof part.text === 'string' ? part.text : []))
        .join('')

type Made = { messages: Message[]; sound: Json }

test('exported media tools make the requests and results of Lathe', async () => {
  const { mockProvider, run } = await startHarness({ tools })
  const input = { given: 'Guten Morgen, die Rechnung ist da.' }
  const { outcome } = await run(runRequest(making, input))
  if (outcome.type !== 'success') throw new Error(outcome.type)
  const { messages: said, ...made } = outcome.output as Made
  const asked = askedOf(mockProvider)
  mockProvider.reset()

  const folder = exportTo(mockProvider, making)
  const { graph: exported } = await importFrom<Graph>(folder, 'agent.ts')
  const { messages, ...state } = await exported.invoke(input)

  expect(made).toMatchObject({ sound: { mediaType: 'audio/wav' }, heard: input.given })
  expect(state).toMatchObject(made)
  expect(askedOf(mockProvider)).toEqual(asked)
  const results = (messages as unknown[]).filter((message) => ToolMessage.isInstance(message))
  const own = said.filter(({ role }) => role === 'tool')
  expect(results.map(({ text }) => text)).toEqual(own.map(textOf))
  expect(results.map(({ artifact }) => artifact)).toMatchObject([
    made.sound,
    undefined,
    [{ type: 'image' }, { type: 'image' }],
  ])
  expect(await typeErrors(folder)).toBe('')
})

test('an exported media tool retries as often as its settings allow', async () => {
  const { mockProvider } = await startHarness()
  const { speak } = await importFrom<{ speak: Tool }>(exportTo(mockProvider, making), 'tools.ts')

  const failing = speak.invoke({ text: 'Hello [[fault: 429:retry-after=0.01]]' })

  await expect(failing).rejects.toThrow('429')
  expect(mockProvider.requests).toHaveLength(2)
})

test('an exported transcription rejects the name of unknown audio', async () => {
  const { mockProvider } = await startHarness()
  const hearing = graph({
    nodes: {
      hear: {
        kind: 'tool',
        tool: 'transcribe',
        args: { audio: { expression: 'topic' } },
        writes: 'text',
      },
    },
    edges: ['start > hear', 'hear > end'],
  })
  const { graph: exported } = await importFrom<Graph>(exportTo(mockProvider, hearing), 'agent.ts')

  const failing = exported.invoke({ topic: 'audio-00000000' })

  await expect(failing).rejects.toThrow('There is no audio called audio-00000000')
})
