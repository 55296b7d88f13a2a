import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * A page that is left stays mounted until the next one is loaded; its late callbacks must not
 * navigate back.
 */
export function useWhileHere() {
  const router = useRouter()
  const here = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return useCallback(
    (go: () => unknown) => {
      if (trimmed(router.latestLocation.pathname) === trimmed(here)) go()
    },
    [router, here],
  )
}

const trimmed = (path: string) => path.replace(/(?<=.)\/+$/, '')
