import { useSyncExternalStore } from 'react'

type Ticker = { now: Date; listeners: Set<() => void>; timer: number | undefined }

const tickers = new Map<number, Ticker>()

function tickerOf(intervalMs: number): Ticker {
  const known = tickers.get(intervalMs)
  if (known) return known
  const made: Ticker = { now: new Date(), listeners: new Set(), timer: undefined }
  tickers.set(intervalMs, made)
  return made
}

function subscribe(intervalMs: number, listener: () => void): () => void {
  const ticker = tickerOf(intervalMs)
  ticker.listeners.add(listener)
  ticker.timer ??= window.setInterval(() => {
    ticker.now = new Date()
    for (const listen of ticker.listeners) listen()
  }, intervalMs)
  return () => {
    ticker.listeners.delete(listener)
    if (ticker.listeners.size > 0) return
    window.clearInterval(ticker.timer)
    tickers.delete(intervalMs)
  }
}

/** The time, renewed every `intervalMs`; all callers of one interval share a timer and tick together. */
export function useNow(intervalMs = 1_000): Date {
  return useSyncExternalStore(
    (listener) => subscribe(intervalMs, listener),
    () => tickerOf(intervalMs).now,
  )
}
