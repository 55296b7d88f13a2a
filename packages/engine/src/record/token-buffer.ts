import type { RunEventBody } from '@lathe/contract'

type TokenEvent = Extract<RunEventBody, { type: 'token' }>
export type TokenChannel = TokenEvent['channel']

/** Fields that all tokens of a message share. */
export type TokenSource = Omit<TokenEvent, 'type' | 'channel' | 'text'>

/** Shorter than one screen frame, so the delay is invisible and a burst becomes few events. */
const WINDOW_MS = 6

export type TokenBuffer = {
  push: (source: TokenSource, channel: TokenChannel, text: string) => void
  flush(): void
}

type Waiting = { channel: TokenChannel; text: string }

/**
 * Emits a token after a pause at once, and the following ones within the window together. A burst
 * then costs little per token.
 */
export function tokenBuffer(sink: { event(token: TokenEvent): void }): TokenBuffer {
  const waiting = new Map<TokenSource, Waiting>()
  let timer: ReturnType<typeof setTimeout> | null = null

  const release = () => {
    for (const [source, { channel, text }] of waiting) {
      sink.event({ type: 'token', ...source, channel, text })
    }
    waiting.clear()
  }
  const tick = () => {
    timer = null
    if (waiting.size === 0) return
    release()
    timer = setTimeout(tick, WINDOW_MS)
  }

  return {
    push(source, channel, text) {
      const before = waiting.get(source)
      if (before?.channel === channel) {
        before.text += text
        return
      }
      if (before) release()
      if (timer === null) {
        sink.event({ type: 'token', ...source, channel, text })
        timer = setTimeout(tick, WINDOW_MS)
      } else {
        waiting.set(source, { channel, text })
      }
    },
    flush() {
      if (waiting.size > 0) release()
    },
  }
}
