import { pictureTypeSource, soundTypesSource } from '../generated/tool-sources.ts'
import { quote } from '../print/literal.ts'
import type { ToolSource } from './built-in.ts'

export const PROVIDER_FILE = 'tools/media/provider.ts'
export const SPEECH_FILE = 'tools/media/speech.ts'
export const TRANSCRIPT_FILE = 'tools/media/transcript.ts'
export const PICTURE_FILE = 'tools/media/picture.ts'
export const SOUND_FILE = 'tools/media/sound.ts'

const provider = `import OpenAI from 'openai'

/** Whom a tool asks, and how often. */
export type Provider = { env: string; model: string; tries: number }

/** An API in the manner of OpenAI's; without a base URL it is OpenAI's own. */
export function clientOf({ env, tries }: Provider): OpenAI {
  return new OpenAI({
    apiKey: process.env[\`\${env}_API_KEY\`] || 'none',
    baseURL: process.env[\`\${env}_BASE_URL\`],
    maxRetries: tries - 1,
  })
}
`

const made = `import { ToolMessage } from '@langchain/core/messages'
import type { ToolRunnableConfig } from '@langchain/core/tools'

export type Call = Pick<ToolRunnableConfig, 'signal' | 'toolCall'>

/** Other tools find audio by its name. */
export type Made = {
  type: 'audio' | 'image'
  mediaType: string
  name?: string
  bytes: number
  revisedPrompt?: string
  url: string
}

export const dataUrl = (mediaType: string, bytes: Buffer): string =>
  \`data:\${mediaType};base64,\${bytes.toString('base64')}\`

/** A model that asked is told what was made: the bytes are beside its message, as the artifact. */
export function given(made: Made | Made[], { toolCall }: Call): Made | Made[] | ToolMessage {
  if (!toolCall) return made
  const told = [made].flat().map(({ url: _, ...rest }) => JSON.stringify(rest))
  const { id = '', name } = toolCall
  return new ToolMessage({ tool_call_id: id, name, content: told.join('\\n'), artifact: made })
}
`

const speech = `import { createHash } from ${quote('node:crypto')}
import { dataUrl, given } from './made.ts'
import type { Call } from './made.ts'
import { clientOf } from './provider.ts'
import type { Provider } from './provider.ts'
import { MEDIA_TYPES } from './sound-types.ts'

type Format = keyof typeof MEDIA_TYPES
type Settings = Provider & { voice: string; format: Format }
type Speech = { text: string; voice?: string; format?: Format }

export async function speechOf(settings: Settings, speech: Speech, call: Call) {
  const { model } = settings
  const { text: input, voice = settings.voice, format = settings.format } = speech
  const response = await clientOf(settings).audio.speech.create(
    { model, input, voice, response_format: format },
    { signal: call.signal },
  )
  const type = response.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length === 0 || /json|text\\//.test(type)) {
    throw new Error(\`The model \${model} answered without any audio\`)
  }
  const mediaType = MEDIA_TYPES[format]
  const name = \`audio-\${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}\`
  const url = dataUrl(mediaType, bytes)
  return given({ type: 'audio', mediaType, name, bytes: bytes.length, url }, call)
}
`

const transcript = `import type { Call } from './made.ts'
import { clientOf } from './provider.ts'
import type { Provider } from './provider.ts'
import { soundAt } from './sound.ts'

type Settings = Provider & { language?: string }
type Hearing = { audio: string; language?: string; prompt?: string }

/** What is said in a piece of audio, in its own language. */
export async function transcriptOf(settings: Settings, hearing: Hearing, { signal }: Call) {
  const { model } = settings
  const { audio, language = settings.language, prompt } = hearing
  const file = await soundAt(audio, signal)
  const { text } = await clientOf(settings).audio.transcriptions.create(
    { model, file, language, prompt, response_format: 'json' },
    { signal },
  )
  return text
}

/** What is said in a piece of audio, in English. */
export async function translationOf(settings: Provider, hearing: Hearing, { signal }: Call) {
  const { model } = settings
  const { audio, prompt } = hearing
  const file = await soundAt(audio, signal)
  const { text } = await clientOf(settings).audio.translations.create(
    { model, file, prompt, response_format: 'json' },
    { signal },
  )
  return text
}
`

const sound = `import { ToolMessage } from '@langchain/core/messages'
import { getCurrentTaskInput } from '@langchain/langgraph'
import { toFile } from 'openai'
import type { Made } from './made.ts'
import { endingOf } from './sound-types.ts'

const PLAYABLE = /^(audio\\/|video\\/(webm|mp4|mpeg)|application\\/(octet-stream|ogg))/

/**
 * The audio of an address, of a data URL, or of a name in the state of the graph. It fetches whatever it is told
 * to: where that matters, say here what it may reach.
 */
export async function soundAt(audio: string, signal?: AbortSignal) {
  const url = /^(https?|data):/i.test(audio) ? audio : named(audio).url
  const response = await fetch(url, { signal })
  if (!response.ok) {
    throw new Error(\`The audio cannot be read: \${response.status} \${response.statusText}\`)
  }
  const sound = await response.blob()
  if (!PLAYABLE.test(sound.type)) throw new Error(\`\${sound.type || 'What is there'} is no audio\`)
  return toFile(sound, \`audio.\${endingOf(sound.type)}\`)
}

function named(name: string): Made {
  const state = getCurrentTaskInput<object>()
  for (const sound of soundsIn(Object.values(state))) {
    if (sound.name === name) return sound
  }
  throw new Error(\`There is no audio called \${name} in this conversation\`)
}

function* soundsIn(value: unknown): Generator<Made> {
  if (Array.isArray(value)) {
    for (const item of value) yield* soundsIn(item)
  } else if (ToolMessage.isInstance(value)) {
    yield* soundsIn(value.artifact)
  } else if (isSound(value)) {
    yield value
  }
}

const isSound = (value: unknown): value is Made =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'audio' && 'url' in value
`

const picture = `import type OpenAI from 'openai'
import { dataUrl, given } from './made.ts'
import type { Call, Made } from './made.ts'
import { pictureType } from './picture-type.ts'
import { clientOf } from './provider.ts'
import type { Provider } from './provider.ts'

type Quality = OpenAI.ImageGenerateParams['quality']
type Settings = Provider & { size: string; quality?: string; count: number }
type Drawing = { prompt: string; size?: string }

export async function pictureOf(settings: Settings, drawing: Drawing, call: Call) {
  const { model, count } = settings
  const { prompt, size = settings.size } = drawing
  // Providers have more words for it than OpenAI.
  const quality = settings.quality as Quality
  const { data = [] } = await clientOf(settings).images.generate(
    { model, prompt, size, n: count, quality },
    { signal: call.signal },
  )
  const pictures = await Promise.all(data.map((drawn) => toPicture(drawn, call.signal)))
  const [first, ...more] = pictures
  if (!first) throw new Error(\`The model \${model} did not answer with a picture\`)
  return given(more.length === 0 ? first : pictures, call)
}

async function toPicture(drawn: OpenAI.Image, signal?: AbortSignal): Promise<Made> {
  const bytes = await bytesOf(drawn, signal)
  const mediaType = pictureType(bytes)
  if (!mediaType) throw new Error('What the model drew is no picture')
  const { revised_prompt: revisedPrompt } = drawn
  const url = dataUrl(mediaType, bytes)
  return { type: 'image', mediaType, bytes: bytes.length, ...(revisedPrompt && { revisedPrompt }), url }
}

/** A provider may keep a picture and say where it is. */
async function bytesOf({ b64_json: data, url }: OpenAI.Image, signal?: AbortSignal) {
  if (data || !url) return Buffer.from(data ?? '', 'base64')
  const response = await fetch(url, { signal })
  if (!response.ok) {
    throw new Error(\`The picture cannot be read: \${response.status} \${response.statusText}\`)
  }
  return Buffer.from(await response.arrayBuffer())
}
`

const common: ToolSource['files'] = {
  [PROVIDER_FILE]: () => provider,
  'tools/media/made.ts': () => made,
}
const soundTypes: ToolSource['files'] = { 'tools/media/sound-types.ts': () => soundTypesSource }

export const speechFiles: ToolSource['files'] = {
  ...common,
  ...soundTypes,
  [SPEECH_FILE]: () => speech,
}

export const transcriptFiles: ToolSource['files'] = {
  ...common,
  ...soundTypes,
  [SOUND_FILE]: () => sound,
  [TRANSCRIPT_FILE]: () => transcript,
}

export const pictureFiles: ToolSource['files'] = {
  ...common,
  [PICTURE_FILE]: () => picture,
  'tools/media/picture-type.ts': () => pictureTypeSource,
}
