import { useMatch, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * A page that is left stays mounted until the next one is loaded; its late callbacks must not
 * navigate back.
 */
export function useWhileCurrent() {
  const router = useRouter()
  const pagePath = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return useCallback(
    (action: () => unknown) => {
      if (trimSlashes(router.latestLocation.pathname) === trimSlashes(pagePath)) action()
    },
    [router, pagePath],
  )
}

const trimSlashes = (path: string) => path.replace(/(?<=.)\/+$/, '')
