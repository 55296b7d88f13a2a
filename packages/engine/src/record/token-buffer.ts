import type { RunEventBody } from '@lathe/contract'

type TokenEvent = Extract<RunEventBody, { type: 'token' }>
export type TokenChannel = TokenEvent['channel']

/** What all tokens of one message have in common. */
export type TokenSource = Omit<TokenEvent, 'type' | 'channel' | 'text'>

/** Shorter than one frame of a screen: nobody sees the wait, and a burst becomes few events. */
const WINDOW_MS = 6

export type TokenBuffer = {
  push(source: TokenSource, channel: TokenChannel, text: string): void
  flush(): void
}

type Waiting = { channel: TokenChannel; text: string }

/**
 * A token after a pause leaves at once; those that follow within the window leave together, so a burst
 * costs its readers, its log and its timers next to nothing per token.
 */
export function tokenBuffer(emit: (token: TokenEvent) => void): TokenBuffer {
  const waiting = new Map<TokenSource, Waiting>()
  let timer: ReturnType<typeof setTimeout> | null = null

  const release = () => {
    for (const [source, { channel, text }] of waiting) {
      emit({ type: 'token', ...source, channel, text })
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
        emit({ type: 'token', ...source, channel, text })
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
