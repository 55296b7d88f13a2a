import { useSyncExternalStore } from 'react'

type Ticker = { subscribe: (listener: () => void) => () => void; read: () => Date }

const tickers = new Map<number, Ticker>()

function createTicker(intervalMs: number): Ticker {
  const listeners = new Set<() => void>()
  let now = new Date()
  let timer: number | undefined
  const tick = () => {
    now = new Date()
    for (const listen of listeners) listen()
  }
  return {
    read: () => now,
    subscribe: (listener) => {
      listeners.add(listener)
      if (timer === undefined) {
        now = new Date()
        timer = window.setInterval(tick, intervalMs)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        window.clearInterval(timer)
        timer = undefined
      }
    },
  }
}

/**
 * React resubscribes whenever the subscribe function changes, so each interval has one stable
 * function.
 */
function sharedTicker(intervalMs: number): Ticker {
  const ticker = tickers.get(intervalMs) ?? createTicker(intervalMs)
  tickers.set(intervalMs, ticker)
  return ticker
}

/** The current time, updated every `intervalMs`. Callers with the same interval share one timer. */
export function useNow(intervalMs = 1_000): Date {
  const ticker = sharedTicker(intervalMs)
  return useSyncExternalStore(ticker.subscribe, ticker.read)
}
