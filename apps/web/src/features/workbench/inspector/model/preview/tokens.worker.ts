export type CountRequest = { id: number; encoding: Encoding; messages: CountedMessage[] }
/** Null if the vocabulary could not be loaded. */
export type CountAnswer = { id: number; tokens: number | null }
export type Encoding = 'o200k_base' | 'cl100k_base'
export type CountedMessage = { role: string; text: string }

/** Tokens that OpenAI's chat format adds to each message and to the answer. */
const PER_MESSAGE = 3
const ANSWER = 3

/** Special tokens such as `<|endoftext|>` are counted as text. */
const AS_TEXT = { disallowedSpecial: new Set<string>() }

const load = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
}

addEventListener('message', ({ data }: MessageEvent<CountRequest>) => {
  count(data).then(
    (tokens) => answer({ id: data.id, tokens }),
    () => answer({ id: data.id, tokens: null }),
  )
})

const answer = (message: CountAnswer) => postMessage(message)

async function count({ encoding, messages }: CountRequest): Promise<number> {
  const { countTokens } = await load[encoding]()
  const sizes = messages.map(
    ({ role, text }) => PER_MESSAGE + countTokens(role) + countTokens(text, AS_TEXT),
  )
  return sizes.reduce((sum, size) => sum + size, ANSWER)
}
