import { getRouteApi } from '@tanstack/react-router'
import { useWhileHere } from '../../../lib/use-while-here.ts'

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
