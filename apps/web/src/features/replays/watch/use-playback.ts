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
  onRest: (at: number) => void
}

/** A position that advances while playing. */
export function usePlayback({ length, from, speed, onRest }: Playback) {
  const [position, setAt] = useState(Math.min(from, length))
  const [isPlaying, setPlaying] = useState(false)

  useEffect(() => {
    if (!isPlaying) return undefined
    let last = performance.now()
    let frame = requestAnimationFrame(function tick(now) {
      const passed = (now - last) * speed
      last = now
      setAt((old) => Math.min(length, old + passed))
      frame = requestAnimationFrame(tick)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, speed, length])

  const hasEnded = position >= length
  const isRunning = isPlaying && !hasEnded
  const rest = (moment: number) => {
    setPlaying(false)
    setAt(moment)
    onRest(Math.round(moment))
  }
  return {
    at: position,
    isPlaying: isRunning,
    seek: rest,
    toggle: () => {
      if (isRunning) return rest(position)
      if (hasEnded) setAt(0)
      setPlaying(true)
    },
  }
}

const route = getRouteApi('/traces/$traceId')

/** Position and speed in the search params. */
export function useWatchSearch() {
  const { at = 0, speed: written } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  const parsedSpeed = Number(written)
  const speed = parsedSpeed >= 0.5 && parsedSpeed <= 16 ? parsedSpeed : 1
  const set = (change: { at?: number; speed?: string }) =>
    whileHere(() => navigate({ search: (search) => ({ ...search, ...change }), replace: true }))
  return {
    at,
    speed,
    setAt: (moment: number) => set({ at: moment }),
    setSpeed: (next: number) => set({ speed: String(next) }),
  }
}
