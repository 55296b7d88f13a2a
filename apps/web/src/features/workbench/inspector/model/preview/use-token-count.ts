import { useEffect, useRef, useState } from 'react'
import type { PreviewMessage } from '@lathe/graph'
import type { CountAnswer, CountedMessage, CountRequest, Encoding } from './tokens.worker.ts'
import { messageText } from '../../../../../lib/values/messages.ts'
import { readConversation } from '../../../../../lib/values/read-conversation.ts'

const PAUSE_MS = 200
const AGAIN_MS = 5_000

/** Counts tokens in a worker after a pause. Undefined while counting, null on failure. */
export function useTokenCount(
  messages: readonly CountedMessage[],
  encoding: Encoding,
): number | null | undefined {
  const counter = useRef<ReturnType<typeof createCounter>>(undefined)
  const [tokens, setTokens] = useState<number | null>()
  const isLost = tokens === null
  const messagesJson = JSON.stringify(messages)

  useEffect(() => {
    const count = () => {
      counter.current ??= createCounter((count) => {
        setTokens(count)
        if (count !== null) return
        // A worker caches a failed load, so a retry needs a new one.
        counter.current?.stop()
        counter.current = undefined
      })
      counter.current.count(JSON.parse(messagesJson) as CountedMessage[], encoding)
    }
    const timer = setTimeout(count, PAUSE_MS)
    const retryTimer = isLost ? setInterval(count, AGAIN_MS) : undefined
    return () => {
      clearTimeout(timer)
      clearInterval(retryTimer)
    }
  }, [messagesJson, encoding, isLost])
  useEffect(
    () => () => {
      counter.current?.stop()
      counter.current = undefined
    },
    [],
  )

  return tokens
}

function createCounter(onCount: (tokens: number | null) => void) {
  const worker = new Worker(new URL('tokens.worker.ts', import.meta.url), { type: 'module' })
  let newest = 0
  worker.addEventListener('message', ({ data }: MessageEvent<CountAnswer>) => {
    if (data.id === newest) onCount(data.tokens)
  })
  worker.addEventListener('error', () => onCount(null))
  return {
    count: (messages: CountedMessage[], encoding: Encoding) => {
      newest += 1
      worker.postMessage({ id: newest, encoding, messages } satisfies CountRequest)
    },
    stop: () => worker.terminate(),
  }
}

type ModelEncoding = {
  encoding: Encoding
  /** False if the model's tokenizer is unknown, which makes the count approximate. */
  isOwn: boolean
}

/** Returns the tokenizer of a model by its name. */
export function modelEncoding(model: string): ModelEncoding {
  if (/^gpt-(3\.5|4(?!o|\.))/.test(model)) return { encoding: 'cl100k_base', isOwn: true }
  return { encoding: 'o200k_base', isOwn: /^(gpt-|chatgpt-|o[1-9](-|$)|ft:gpt-)/.test(model) }
}

/** Returns the messages to count. Tool calls count as JSON. */
export function countedMessages(messages: readonly PreviewMessage[]): CountedMessage[] {
  return messages.flatMap((message): CountedMessage[] => {
    switch (message.type) {
      case 'text':
        if (message.isLeftOut) return []
        return [{ role: message.role, text: message.parts.map(({ text }) => text).join('') }]
      case 'conversation':
        return (readConversation(message.value) ?? []).map((message) => ({
          role: message.role,
          text: [
            messageText(message),
            ...(message.toolCalls ?? []).map((call) => JSON.stringify(call)),
          ].join(''),
        }))
      default:
        return []
    }
  })
}
