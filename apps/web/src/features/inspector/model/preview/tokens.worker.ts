export type CountRequest = { id: number; encoding: Encoding; messages: CountedMessage[] }
export type CountAnswer = { id: number; tokens: number }
export type Encoding = 'o200k_base' | 'cl100k_base'
export type CountedMessage = { role: string; text: string }

/** What OpenAI's chat format adds around each message, and what it opens the answer with. */
const PER_MESSAGE = 3
const ANSWER = 3

/** Words like `<|endoftext|>` in a prompt are text, and no reason to fail. */
const AS_TEXT = { disallowedSpecial: new Set<string>() }

const load = {
  o200k_base: () => import('gpt-tokenizer/encoding/o200k_base'),
  cl100k_base: () => import('gpt-tokenizer/encoding/cl100k_base'),
}

addEventListener('message', ({ data }: MessageEvent<CountRequest>) => {
  void count(data)
})

async function count({ id, encoding, messages }: CountRequest): Promise<void> {
  const { countTokens } = await load[encoding]()
  const sizes = messages.map(
    ({ role, text }) => PER_MESSAGE + countTokens(role) + countTokens(text, AS_TEXT),
  )
  const tokens = sizes.reduce((sum, size) => sum + size, ANSWER)
  postMessage({ id, tokens } satisfies CountAnswer)
}
