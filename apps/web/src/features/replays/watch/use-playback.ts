import { useEffect, useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const

type Playback = {
  length: number
  /** Initial position in milliseconds. */
  from: number
  speed: number
  /** Called with the position when playback stops. */
  onPause: (position: number) => void
}

/** A position that advances while playing. */
export function usePlayback({ length, from, speed, onPause }: Playback) {
  const [position, setPosition] = useState(Math.min(from, length))
  const [isPlaying, setPlaying] = useState(false)

  useEffect(() => {
    if (!isPlaying) return undefined
    let last = performance.now()
    let frame = requestAnimationFrame(function tick(timestamp) {
      const elapsed = (timestamp - last) * speed
      last = timestamp
      setPosition((current) => Math.min(length, current + elapsed))
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, speed, length])

  const hasEnded = position >= length
  const isRunning = isPlaying && !hasEnded
  const pauseAt = (position: number) => {
    setPlaying(false)
    setPosition(position)
    onPause(Math.round(position))
  }
  return {
    position,
    isPlaying: isRunning,
    seek: pauseAt,
    toggle: () => {
      if (isRunning) return pauseAt(position)
      if (hasEnded) setPosition(0)
      setPlaying(true)
    },
  }
}

const route = getRouteApi('/traces/$traceId')

/** Position and speed in the search params. */
export function useWatchSearch() {
  const { at = 0, speed: speedParam } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  const parsedSpeed = Number(speedParam)
  const speed = parsedSpeed >= 0.5 && parsedSpeed <= 16 ? parsedSpeed : 1
  const set = (change: { at?: number; speed?: string }) =>
    whileHere(() => navigate({ search: (search) => ({ ...search, ...change }), replace: true }))
  return {
    position: at,
    speed,
    setPosition: (position: number) => set({ at: position }),
    setSpeed: (next: number) => set({ speed: String(next) }),
  }
}
