import { useEffect, useState } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { useWhileHere } from '../../../lib/use-while-here.ts'

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const

type Playback = {
  length: number
  /** Where to begin, in milliseconds. */
  from: number
  speed: number
  /** Told where it stopped, by itself or by hand. */
  onRest: (at: number) => void
}

/** A moment that moves on while it plays. */
export function usePlayback({ length, from, speed, onRest }: Playback) {
  const [at, setAt] = useState(Math.min(from, length))
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

  const hasEnded = at >= length
  const isRunning = isPlaying && !hasEnded
  const rest = (moment: number) => {
    setPlaying(false)
    setAt(moment)
    onRest(Math.round(moment))
  }
  return {
    at,
    isPlaying: isRunning,
    seek: rest,
    toggle: () => {
      if (isRunning) return rest(at)
      if (hasEnded) setAt(0)
      setPlaying(true)
    },
  }
}

const route = getRouteApi('/traces/$traceId')

/** Where one is and how fast it plays, in the address. */
export function useWatchSearch() {
  const { at = 0, speed: written } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileHere()
  const given = Number(written)
  const speed = given >= 0.5 && given <= 16 ? given : 1
  const set = (change: { at?: number; speed?: string }) =>
    whileHere(() => navigate({ search: (search) => ({ ...search, ...change }), replace: true }))
  return {
    at,
    speed,
    setAt: (moment: number) => set({ at: moment }),
    setSpeed: (next: number) => set({ speed: String(next) }),
  }
}
