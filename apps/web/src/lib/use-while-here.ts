import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** A page that is left stays until the next one is loaded; what it still says must not lead back. */
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
